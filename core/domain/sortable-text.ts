/** The characters in code order, so strings made of them sort like the numbers they encode. */
const SIGNS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BITS = 6n;

/**
 * Encodes a non-negative whole number as a fixed number of characters, six bits each. The strings sort in the same
 * order as the numbers.
 */
export function sortableText(given: number | bigint, signs: number): string {
  let number = BigInt(given);
  let text = "";
  for (let i = 0; i < signs; i++) {
    text = SIGNS.charAt(Number(number & 63n)) + text;
    number >>= BITS;
  }
  return text;
}
