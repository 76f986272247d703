/** In the order of their character codes, so that texts made of these signs sort like their numbers. */
const SIGNS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const BITS = 6n;

/** Encodes a whole number from 0 in this many characters, six bits each; such texts sort like their numbers. */
export function sortableText(given: number | bigint, signs: number): string {
  let number = BigInt(given);
  let text = "";
  for (let i = 0; i < signs; i++) {
    text = SIGNS.charAt(Number(number & 63n)) + text;
    number >>= BITS;
  }
  return text;
}
