/**
 * Builds a URL that opens a chat with a number and fills in a text to send. Spec: OTP, `link`.
 * @param phone the number's digits.
 */
export const chatLink = (phone: string, text: string): string =>
  `https://wa.me/${phone}?text=${encodeURIComponent(text)}`;
