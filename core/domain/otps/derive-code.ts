/** The facts a code is derived from, beside the secret: of one OTP, never of another. */
export interface CodeOrigin {
  account_id: string;
  id: string;
  /** Grows when a link's code was taken already. */
  draw: number;
  /** Digits of the code, 4 to 8. */
  code_length: number;
}

/** Bytes from here on are passed over, for 256 is no multiple of ten: each digit is as likely as any other. */
const FAIR_BELOW = 250;

/**
 * The code of an OTP: the first digits that the secret's HMACs of its origin give. The same each time, so it is stored
 * nowhere; without the secret nobody can tell it.
 * @param hmac HMAC-SHA-256 of a text under the deployment's secret.
 */
export function deriveCode(hmac: (text: string) => Uint8Array, { account_id, id, draw, code_length }: CodeOrigin) {
  let digits = "";
  for (let block = 0; digits.length < code_length; block++) {
    // One block has 32 bytes, so hardly ever is there a second.
    const more = block === 0 ? "" : `|${block}`;
    for (const byte of hmac(`otp|${account_id}|${id}|${draw}${more}`)) if (byte < FAIR_BELOW) digits += byte % 10;
  }
  return digits.slice(0, code_length);
}
