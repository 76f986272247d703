import { asciiDigits } from "./ascii-digits.ts";

/** A text with a code of a link is short: a longer one says something else. */
const TEXT_CHARS = 200;
/** Digits of a link's code. */
export const LINK_CODE_DIGITS = 8;
/** Candidates of one text: each costs a look. */
const CODES_MAX = 3;
/** Zero-width signs and those that turn a text's direction: phones put them around numbers. */
const UNSEEN = /\p{Cf}/gu;
/** Digits, in groups between which one space or hyphen stands. */
const GROUPS = /\d+(?:[ \p{Pd}]\d+)*/gu;
const ASCII_SPACE = /\p{Zs}/gu;

/**
 * The codes of links that a text may hold: runs of exactly eight digits, of any script, also in groups. So no phone number
 * is one. Spec: OTP, by link.
 * @returns the first three at most, as ASCII digits; none of a text that is too long for one.
 */
export function codesIn(text: string): string[] {
  if (text.length > TEXT_CHARS) return [];
  const plain = asciiDigits(text.normalize("NFKC")).replace(UNSEEN, "").replace(ASCII_SPACE, " ");
  const codes = [...plain.matchAll(GROUPS)].flatMap(([groups]) => candidates(groups));
  return [...new Set(codes)].slice(0, CODES_MAX);
}

/** The whole of the groups, when it has eight digits, else each group that has. */
function candidates(groups: string): string[] {
  const runs = groups.split(/[ \p{Pd}]/u);
  const whole = runs.join("");
  return [whole, ...(runs.length > 1 ? runs : [])].filter(({ length }) => length === LINK_CODE_DIGITS);
}
