import { cleanFileName } from "../../../../core/domain/files/file-name.ts";
import { cleanMediaType } from "../../../../core/domain/files/media-type.ts";
import type { ForeignText } from "./foreign.ts";

type Given = ForeignText | null | undefined;

/** The network's own limit for the length of a text. */
const LONGEST_TEXT_CHARS = 65_536;
/** A stored record may have at most 400 KB, and some characters take six bytes in the JSON of the record's event. */
const LONGEST_JSON_BYTES = 200_000;
const MOST_BYTES_A_CHAR = 6;
const LONGEST_NAME_CHARS = 1_000;
/** Leaves room for a folder path before a file's name; the path is removed later. Longer values aren't names. */
const LONGEST_PATH_CHARS = 4_096;
const LONGEST_ADDRESS_CHARS = 2_048;
/** The maximum length of a contact card, which may contain a photo. */
const LONGEST_CARD_CHARS = 1_000_000;

/**
 * Returns text that can be stored and passed on (without NUL or half characters, and of limited length), or null if
 * there is none.
 */
export function takenText(given: Given, maxChars = LONGEST_TEXT_CHARS): string | null {
  const text: unknown = given;
  if (typeof text !== "string" || text === "") return null;
  const clean = text.slice(0, maxChars).replaceAll("\0", "\ufffd").toWellFormed();
  const fits = clean.length * MOST_BYTES_A_CHAR <= LONGEST_JSON_BYTES || jsonBytes(clean) <= LONGEST_JSON_BYTES;
  return fits ? clean : clean.slice(0, LONGEST_JSON_BYTES / MOST_BYTES_A_CHAR).toWellFormed();
}

/** Returns short text, such as a name or a title. */
export const takenName = (given: Given): string | null => takenText(given, LONGEST_NAME_CHARS);

/** Returns a card's text, for parsing only. The text is never stored, and each of its fields is bounded separately. */
export function takenCard(given: Given): string {
  const text: unknown = given;
  return typeof text === "string" ? text.slice(0, LONGEST_CARD_CHARS) : "";
}

/** Returns a file's name, cleaned like outgoing file names, or null if the name is missing, or empty after cleaning. */
export const takenFileName = (given: Given): string | null => cleanFileName(takenText(given, LONGEST_PATH_CHARS));

/** Returns a file's media type, or null if it is missing or invalid. */
export const takenMediaType = (given: Given): string | null => cleanMediaType(takenText(given, LONGEST_PATH_CHARS));

/** Returns a file's address, or its path in the network's store, or null if it is missing or too long. */
export function takenUrl(given: Given): string | null {
  const url = takenText(given, LONGEST_ADDRESS_CHARS + 1);
  return url === null || url.length > LONGEST_ADDRESS_CHARS ? null : url;
}

/** Whether the value equals this word, for example the value of an attribute or a stanza's type. */
export const isWord = (given: Given, word: string): boolean => (given as unknown) === word;

/** Returns the listed word that equals the value, or null if there is no such word. */
export function takenWord<W extends string>(given: Given, words: readonly W[]): W | null {
  return words.find((word) => isWord(given, word)) ?? null;
}

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));
