/** The facts that a code is derived from, besides the secret. No two OTPs have the same ones. */
export interface CodeOrigin {
  account_id: string;
  id: string;
  /** Incremented if a link's code was already taken. */
  draw: number;
  /** The number of digits in the code, 4 to 8. */
  code_length: number;
}

/** Bytes from here on are skipped because 256 is not a multiple of ten; each digit is as likely as any other. */
const FAIR_BELOW = 250;

/**
 * Derives the code of an OTP from the first digits of the HMACs of its origin under the secret. It is the same each
 * time, so it is not stored, and nobody can compute it without the secret.
 * @param hmac HMAC-SHA-256 of a text under the deployment's secret.
 */
export function deriveCode(hmac: (text: string) => Uint8Array, { account_id, id, draw, code_length }: CodeOrigin) {
  let digits = "";
  for (let block = 0; digits.length < code_length; block++) {
    // A block has 32 bytes, so a second one is hardly ever needed.
    const more = block === 0 ? "" : `|${block}`;
    for (const byte of hmac(`otp|${account_id}|${id}|${draw}${more}`)) if (byte < FAIR_BELOW) digits += byte % 10;
  }
  return digits.slice(0, code_length);
}
