/** In the order of their codes, so that such texts sort as their numbers do. */
const SIGNS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BITS = 6n;

/** A whole number from 0 as a short text of so many signs, six bits each; such texts sort as their numbers do. */
export function sortableText(given: number | bigint, signs: number): string {
  let number = BigInt(given);
  let text = "";
  for (let i = 0; i < signs; i++) {
    text = SIGNS.charAt(Number(number & 63n)) + text;
    number >>= BITS;
  }
  return text;
}
