import { LIMITS } from "../../contracts/limits.ts";

/**
 * The maximum length of a name that is stored with each message, in bytes of UTF-8. Longer names are only allowed up to
 * the number of characters that people can give their own name. Our number: docs/decisions/0073.
 */
export const SHORT_NAME_MAX_BYTES = 80;

/** Splits a text into the characters that people see, such as a family emoji. */
const CHARACTERS = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Shortens a name for a person's record: keeps its start, in whole characters.
 * @returns null for a name without a visible character.
 */
export function shortName(name: string | null | undefined): string | null {
  const whole = name?.trim() ?? "";
  if (whole === "") return null;
  if (fits(whole)) return whole;
  // Each unit takes at least a byte, so nothing that is cut off here could fit, and the cost does not depend on the
  // length.
  const beginning = whole.slice(0, 4 * SHORT_NAME_MAX_BYTES);
  const characters = Array.from(CHARACTERS.segment(beginning), ({ segment }) => segment);
  // If the first character alone is too long, part of it is kept.
  const cut = fitting(characters) || fitting([...beginning]);
  return cut.trimEnd();
}

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
 * Whether a text fits by bytes, or by characters as the API counts them (code points), some of which take four bytes.
 */
const fits = (text: string) =>
  Buffer.byteLength(text) <= SHORT_NAME_MAX_BYTES || [...text].length <= LIMITS.profileNameMaxChars;
