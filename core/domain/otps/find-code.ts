import { asciiDigits } from "./ascii-digits.ts";

/**
 * The maximum length of a text that is searched for a link's code. Longer texts are assumed to be about something
 * different.
 */
const TEXT_CHARS = 200;
/** The number of digits in a link's code. */
export const LINK_CODE_DIGITS = 8;
/** The maximum number of candidates per text, because each costs a look-up. */
const CODES_MAX = 3;
/** Matches zero-width characters and direction marks, which phones put around numbers. */
const UNSEEN = /\p{Cf}/gu;
/** Matches groups of digits separated by a single space or hyphen. */
const GROUPS = /\d+(?:[ \p{Pd}]\d+)*/gu;
const ASCII_SPACE = /\p{Zs}/gu;

/**
 * Finds possible link codes in a text: runs of exactly eight digits in any script, possibly written in groups. The
 * exact length keeps phone numbers from matching. Spec: OTP, by link.
 * @returns at most the first three candidates, as ASCII digits. Empty if the text is too long.
 */
export function codesIn(text: string): string[] {
  if (text.length > TEXT_CHARS) return [];
  const plain = asciiDigits(text.normalize("NFKC")).replace(UNSEEN, "").replace(ASCII_SPACE, " ");
  const codes = [...plain.matchAll(GROUPS)].flatMap(([groups]) => candidates(groups));
  return [...new Set(codes)].slice(0, CODES_MAX);
}

/** Joins all groups if they have eight digits in total. Otherwise returns each eight-digit group. */
function candidates(groups: string): string[] {
  const runs = groups.split(/[ \p{Pd}]/u);
  const whole = runs.join("");
  return [whole, ...(runs.length > 1 ? runs : [])].filter(({ length }) => length === LINK_CODE_DIGITS);
}
