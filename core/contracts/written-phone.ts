/**
 * A phone number parsed from text written by a person or a spreadsheet: either its digits, starting with the country
 * code, or the reason why it could not be parsed.
 */
export type WrittenPhone = { digits: string } | { fault: "rounded" | "other" };

/** The error message for a number that a spreadsheet has rounded. */
export const ROUNDED_RULE =
  "This is a rounded number such as 5.51E+12, so its last digits are lost. Format the column as text in the spreadsheet, and export it again.";

/**
 * Matches invisible characters (direction marks, zero-width characters, byte order marks) that get copied along with a
 * number.
 */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu;
/** Matches separators between digits. U+2212 is the minus sign, which is not in the dash class. */
const SIGNS = /[\s()+./"'\p{Pd}\u2212]/gu;
/** Matches the notation that spreadsheets use for numbers of more than eleven digits. */
const ROUNDED = /^[+-]?\d{1,3}(?:[.,]\d{0,20})?e[+-]?\d{1,3}$/i;
/**
 * A number that a spreadsheet saved with decimal places. It can be recognized safely, because people don't write phone
 * numbers that way.
 */
const WITH_DECIMALS = /^(\+?\d{7,20})[.,]0{1,2}$/;
/** Matches a country code followed by (0), the zero that is dialed only within the country. */
const TRUNK_ZERO = /^((?:\+|00)?\s{0,3}[1-9]\d{0,2}[\s.-]{0,3})\(0\)/;
/**
 * Matches country codes that keep the (0): in Italy and San Marino, it is part of the number, even when dialed from
 * abroad.
 */
const KEEPS_ZERO = /^(?:\+|00)?\s{0,3}(?:39|378)[\s.-]{0,3}\(0\)/;
/** The maximum length of a written phone number. */
const LONGEST_CHARS = 60;

/**
 * Parses a phone number as written by people and spreadsheets. `judgePhone` decides whether the result is a possible
 * phone number. If a cell contains several numbers, as in Google's contact exports (`a ::: b`), the first is used.
 */
export function readWrittenPhone(written: string): WrittenPhone {
  const [first = ""] = written.slice(0, 10 * LONGEST_CHARS).split(":::", 1);
  const text = first.replaceAll(UNSEEN, "").trim();
  if (text.length > LONGEST_CHARS) return { fault: "other" };
  if (ROUNDED.test(text)) return { fault: "rounded" };
  const whole = WITH_DECIMALS.exec(text)?.[1] ?? text;
  const dialled = KEEPS_ZERO.test(whole) ? whole : whole.replace(TRUNK_ZERO, "$1");
  // No country code begins with 0, and 00 is the prefix for international calls.
  const digits = dialled.replaceAll(SIGNS, "").replace(/^00/, "");
  return /^\d+$/.test(digits) ? { digits } : { fault: "other" };
}
