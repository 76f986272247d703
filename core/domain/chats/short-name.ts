import { LIMITS } from "../../contracts/limits.ts";

/**
 * The maximum length of a name that is stored with each message, in bytes of UTF-8. A name above it is allowed only up
 * to the number of characters that people can use for their own name. Our number: docs/decisions/0073.
 */
export const SHORT_NAME_MAX_BYTES = 80;

/**
 * Shortens a name for a person's record to as many whole characters at its start as fit.
 * @returns null for a name without a visible character.
 */
export function shortName(name: string | null | undefined): string | null {
  const whole = name?.trim() ?? "";
  if (whole === "") return null;
  if (fits(whole)) return whole;
  // Each UTF-16 unit takes at least a byte, so the text that is cut off here could never fit. The cut makes the cost
  // independent of the name's length.
  const beginning = whole.slice(0, 4 * SHORT_NAME_MAX_BYTES);
  const characters = Array.from(seenCharacters().segment(beginning), ({ segment }) => segment);
  // If even the first character is too long, a part of it is kept.
  const cut = fitting(characters) || fitting([...beginning]);
  return cut.trimEnd();
}

/**
 * Splits a text into characters as people see them, such as a family emoji. Made when a name is too long, because a
 * process's first one takes 9 ms, which is too much for every start of a function.
 */
const seenCharacters = () => new Intl.Segmenter("und", { granularity: "grapheme" });

/** Returns as many pieces from the start as fit. */
function fitting(pieces: string[]): string {
  let text = "";
  for (const piece of pieces) {
    if (!fits(text + piece)) break;
    text += piece;
  }
  return text;
}

/**
 * Whether a text fits, either by its bytes or by its characters as the API counts them (code points), some of which
 * take four bytes.
 */
const fits = (text: string) =>
  Buffer.byteLength(text) <= SHORT_NAME_MAX_BYTES || [...text].length <= LIMITS.profileNameMaxChars;
