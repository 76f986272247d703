import { asciiDigits } from "../otps/ascii-digits.ts";

/** Matches variation selectors, the keycap sign, and invisible characters. */
const UNSEEN = /[\ufe00-\ufe0f\u20e3\p{Cf}]/gu;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/**
 * Normalizes a text for comparison in a menu: each letter and digit in a single form, lower case, keycaps as digits,
 * single spaces. U+2019, which phones insert, becomes an apostrophe. The dotless i becomes an i, because the capital of
 * both is I.
 */
export function matchText(text: string): string {
  const plain = text
    .replaceAll("🔟", "10")
    .normalize("NFKC")
    .replace(UNSEEN, "")
    .replaceAll("’", "'")
    .replaceAll("ı", "i");
  return asciiDigits(plain).toLowerCase().normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** Normalizes a text and removes symbols, spaces and emoji from both ends: `#2)` becomes `2`. */
export function bareText(text: string): string {
  const signs = [...matchText(text)];
  const first = signs.findIndex((sign) => LETTER.test(sign));
  if (first < 0) return "";
  return signs.slice(first, signs.findLastIndex((sign) => LETTER.test(sign)) + 1).join("");
}

/** Splits a text into words. An apostrophe is part of its word. */
export const wordsOf = (text: string): string[] => matchText(text).match(/[\p{L}\p{N}\p{M}']+/gu) ?? [];

/** Whether a text contains these words in sequence. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const all = wordsOf(text);
  return words.length > 0 && all.some((_, at) => words.every((word, n) => all[at + n] === word));
}
