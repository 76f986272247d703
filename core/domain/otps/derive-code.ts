/** The values that a code is derived from, in addition to the secret. No two OTPs have the same values. */
export interface CodeOrigin {
  account_id: string;
  id: string;
  /** Incremented if a link's code was already in use. */
  draw: number;
  /** The number of digits in the code, 4 to 8. */
  code_length: number;
}

/**
 * Bytes of this value or higher are skipped, because 256 is not a multiple of ten. This makes all digits equally
 * likely.
 */
const FAIR_BELOW = 250;

/**
 * Derives an OTP's code from the first digits of the HMAC of its origin under the secret. The result is always the
 * same, so it need not be stored, and it can't be computed without the secret.
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
