import { asciiDigits } from "./ascii-digits.ts";

/** A text with a link's code is short: a longer one says something else. */
const TEXT_CHARS = 200;
/** Digits of a link's code. */
export const LINK_CODE_DIGITS = 8;
/** Candidates in one text: each costs a look-up. */
const CODES_MAX = 3;
/** Zero-width characters and direction marks: phones put them around numbers. */
const UNSEEN = /\p{Cf}/gu;
/** Digits, in groups separated by one space or hyphen. */
const GROUPS = /\d+(?:[ \p{Pd}]\d+)*/gu;
const ASCII_SPACE = /\p{Zs}/gu;

/**
 * The link codes that a text may hold: runs of exactly eight digits, of any script, also in groups. So no phone number
 * is one. Spec: OTP, by link.
 * @returns the first three at most, as ASCII digits; none for a text that is too long for one.
 */
export function codesIn(text: string): string[] {
  if (text.length > TEXT_CHARS) return [];
  const plain = asciiDigits(text.normalize("NFKC")).replace(UNSEEN, "").replace(ASCII_SPACE, " ");
  const codes = [...plain.matchAll(GROUPS)].flatMap(([groups]) => candidates(groups));
  return [...new Set(codes)].slice(0, CODES_MAX);
}

/** All groups together, when they have eight digits, else each group that has. */
function candidates(groups: string): string[] {
  const runs = groups.split(/[ \p{Pd}]/u);
  const whole = runs.join("");
  return [whole, ...(runs.length > 1 ? runs : [])].filter(({ length }) => length === LINK_CODE_DIGITS);
}
