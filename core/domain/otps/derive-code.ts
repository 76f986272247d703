/** The values from which, together with the secret, a code is derived. No two OTPs have the same values. */
export interface CodeOrigin {
  account_id: string;
  id: string;
  /** Incremented if a link's code turns out to be in use. */
  draw: number;
  /** The number of digits in the code, 4 to 8. */
  code_length: number;
}

/** Bytes from this value up are skipped, so that all digits are equally likely: 256 is not a multiple of ten. */
const FAIR_BELOW = 250;

/**
 * Derives an OTP's code from its origin: the first digits of the origin's HMAC under the secret. The result is always
 * the same, so it doesn't have to be stored, and nobody can compute it without the secret.
 * @param hmac returns a text's HMAC-SHA-256 under the deployment's secret.
 */
export function deriveCode(hmac: (text: string) => Uint8Array, { account_id, id, draw, code_length }: CodeOrigin) {
  let digits = "";
  for (let block = 0; digits.length < code_length; block++) {
    // A block has 32 bytes, so a second block is rarely needed.
    const more = block === 0 ? "" : `|${block}`;
    for (const byte of hmac(`otp|${account_id}|${id}|${draw}${more}`)) if (byte < FAIR_BELOW) digits += byte % 10;
  }
  return digits.slice(0, code_length);
}
