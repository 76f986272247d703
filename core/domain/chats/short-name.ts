import { LIMITS } from "../../contracts/limits.ts";

/**
 * How long a name may be where each message writes it: bytes of UTF-8; more only for the characters that people may
 * give their own name. Our number: docs/decisions/0073.
 */
export const SHORT_NAME_MAX_BYTES = 80;

/** Cuts between what people see as one character, such as an emoji of a family. */
const CHARACTERS = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * A name as a person's record holds it: its start, in whole characters. One without any visible character is none.
 * @returns null: it has nothing to show.
 */
export function shortName(name: string | null | undefined): string | null {
  const whole = name?.trim() ?? "";
  if (whole === "") return null;
  if (fits(whole)) return whole;
  // Each unit takes a byte at least: what is cut off here would not fit, and a name of any length costs the same.
  const beginning = whole.slice(0, 4 * SHORT_NAME_MAX_BYTES);
  const characters = Array.from(CHARACTERS.segment(beginning), ({ segment }) => segment);
  // The first character alone may be too long: then it is cut inside.
  const cut = fitting(characters) || fitting([...beginning]);
  return cut.trimEnd();
}

/** As many of the first pieces as fit. */
function fitting(pieces: string[]): string {
  let text = "";
  for (const piece of pieces) {
    if (!fits(text + piece)) break;
    text += piece;
  }
  return text;
}

/** By bytes, or by characters as the API counts them (code points), some of which take four bytes. */
const fits = (text: string) =>
  Buffer.byteLength(text) <= SHORT_NAME_MAX_BYTES || [...text].length <= LIMITS.profileNameMaxChars;
