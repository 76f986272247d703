/** A phone as a person or a spreadsheet wrote it: its digits with the country code in front, or why there are none. */
export type WrittenPhone = { digits: string } | { fault: "rounded" | "other" };

/** The error sentence for a number that a spreadsheet has rounded. */
export const ROUNDED_RULE =
  "This is a rounded number such as 5.51E+12: its last digits are lost. Format the column as text in the spreadsheet, and export it again.";

/** Invisible marks (direction, zero width, byte order) that are included when a number is copied. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu;
/** Signs between the digits. U+2212 is the minus, which is not in the dash class. */
const SIGNS = /[\s()+./"'\p{Pd}\u2212]/gu;
/** How spreadsheets write a number beyond eleven digits. */
const ROUNDED = /^[+-]?\d{1,3}(?:[.,]\d{0,20})?e[+-]?\d{1,3}$/i;
/** A number that a spreadsheet saved with decimal places, and nothing else, because nobody writes a phone like that. */
const WITH_DECIMALS = /^(\+?\d{7,20})[.,]0{1,2}$/;
/** The zero for calls within a country, shown beside the country code. */
const TRUNK_ZERO = /^((?:\+|00)?\s{0,3}[1-9]\d{0,2}[\s.-]{0,3})\(0\)/;
/** In Italy and San Marino it is part of the number, also from abroad. */
const KEEPS_ZERO = /^(?:\+|00)?\s{0,3}(?:39|378)[\s.-]{0,3}\(0\)/;
/** No phone is written longer than this. */
const LONGEST_CHARS = 60;

/**
 * Parses a phone as people and spreadsheets write it. `judgePhone` decides whether the number can be someone's. If a
 * cell contains several, as in Google's exports of contacts (`a ::: b`), the first counts.
 */
export function readWrittenPhone(written: string): WrittenPhone {
  const [first = ""] = written.slice(0, 10 * LONGEST_CHARS).split(":::", 1);
  const text = first.replaceAll(UNSEEN, "").trim();
  if (text.length > LONGEST_CHARS) return { fault: "other" };
  if (ROUNDED.test(text)) return { fault: "rounded" };
  const whole = WITH_DECIMALS.exec(text)?.[1] ?? text;
  const dialled = KEEPS_ZERO.test(whole) ? whole : whole.replace(TRUNK_ZERO, "$1");
  // No country code begins with 0, and 00 is the prefix for calls abroad.
  const digits = dialled.replaceAll(SIGNS, "").replace(/^00/, "");
  return /^\d+$/.test(digits) ? { digits } : { fault: "other" };
}
