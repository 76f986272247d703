/** People may send longer texts than any phone shows. The network's own limit. */
const LONGEST_TEXT_CHARS = 65_536;
/** A stored record holds 400 KB at most, and some characters grow sixfold in its event's JSON. */
const LONGEST_JSON_BYTES = 200_000;
const MOST_BYTES_A_CHAR = 6;

/** A text as it may be stored and sent on: no NUL, no half characters, bounded; null: there is none. */
export function cleanText(text: string | null | undefined, maxChars = LONGEST_TEXT_CHARS): string | null {
  if (!text) return null;
  const clean = text.slice(0, maxChars).replaceAll("\0", "\ufffd").toWellFormed();
  const fits = clean.length * MOST_BYTES_A_CHAR <= LONGEST_JSON_BYTES || jsonBytes(clean) <= LONGEST_JSON_BYTES;
  return fits ? clean : clean.slice(0, LONGEST_JSON_BYTES / MOST_BYTES_A_CHAR).toWellFormed();
}

/** A short text, such as a name or a title. */
export const cleanName = (text: string | null | undefined): string | null => cleanText(text, 1_000);

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));
