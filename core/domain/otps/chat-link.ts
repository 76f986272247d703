/**
 * An address that opens a chat with a number, and a text that only needs to be sent. Spec: OTP, `link`.
 * @param phone its digits.
 */
export const chatLink = (phone: string, text: string): string =>
  `https://wa.me/${phone}?text=${encodeURIComponent(text)}`;
