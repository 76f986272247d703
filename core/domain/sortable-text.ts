/** The characters in the order of their codes, so that texts made of them sort like the numbers that they encode. */
const SIGNS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BITS = 6n;

/**
 * Encodes a whole number from 0 upwards in the given number of characters, six bits each, so that the texts sort like
 * the numbers.
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
