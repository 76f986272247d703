/** The facts from which a code is derived, besides the secret. They differ for any two OTPs. */
export interface CodeOrigin {
  account_id: string;
  id: string;
  /** Incremented if a link's code was already taken. */
  draw: number;
  /** The number of digits in the code, 4 to 8. */
  code_length: number;
}

/** Bytes from here on are skipped, because 256 is not a multiple of ten; so all digits are equally likely. */
const FAIR_BELOW = 250;

/**
 * Derives an OTP's code, from the first digits of the HMACs of its origin under the secret. The result is always the
 * same, so it is not stored, and nobody can compute it without the secret.
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
