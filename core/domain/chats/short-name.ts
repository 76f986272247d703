import { LIMITS } from "../../contracts/limits.ts";

/**
 * The maximum length of a name stored with each message, in UTF-8 bytes. A longer name is allowed only if it is within
 * the character limit for profile names. Rationale: docs/decisions/0073.
 */
export const SHORT_NAME_MAX_BYTES = 80;

/**
 * Shortens a name for a person's record to as many characters as fit, without splitting any.
 * @returns null for a name without any visible character.
 */
export function shortName(name: string | null | undefined): string | null {
  const whole = name?.trim() ?? "";
  if (whole === "") return null;
  if (fits(whole)) return whole;
  // Each UTF-16 unit takes at least a byte, so any text that is cut off here could never have fit. This makes the cost
  // independent of the name's length.
  const beginning = whole.slice(0, 4 * SHORT_NAME_MAX_BYTES);
  const characters = Array.from(seenCharacters().segment(beginning), ({ segment }) => segment);
  // If even the first character is too long to fit, it is split.
  const cut = fitting(characters) || fitting([...beginning]);
  return cut.trimEnd();
}

/**
 * Splits text into characters as people see them, such as a family emoji. Created only when a name is too long, because
 * creating the first segmenter in a process takes 9 ms, which is too slow for every cold start.
 */
const seenCharacters = () => new Intl.Segmenter("und", { granularity: "grapheme" });

/** Returns as many of the first pieces as fit. */
function fitting(pieces: string[]): string {
  let text = "";
  for (const piece of pieces) {
    if (!fits(text + piece)) break;
    text += piece;
  }
  return text;
}

/**
 * Whether text fits, measured either in bytes or in characters as the API counts them (code points), some of which take
 * four bytes.
 */
const fits = (text: string) =>
  Buffer.byteLength(text) <= SHORT_NAME_MAX_BYTES || [...text].length <= LIMITS.profileNameMaxChars;
