import { cleanFileName } from "../../../../core/domain/files/file-name.ts";
import { cleanMediaType } from "../../../../core/domain/files/media-type.ts";
import type { ForeignText } from "./foreign.ts";

type Given = ForeignText | null | undefined;

/** The network's own limit for a text. */
const LONGEST_TEXT_CHARS = 65_536;
/** A stored record can have at most 400 KB, and some characters take six bytes in its event's JSON. */
const LONGEST_JSON_BYTES = 200_000;
const MOST_BYTES_A_CHAR = 6;
const LONGEST_NAME_CHARS = 1_000;
/** Room for a folder path before a file's name, which is cut off; longer values are not names. */
const LONGEST_PATH_CHARS = 4_096;
const LONGEST_ADDRESS_CHARS = 2_048;
/** A card with a photo. */
const LONGEST_CARD_CHARS = 1_000_000;

/** A text that can be stored and sent on: no NUL, no half characters, limited length; null if there is none. */
export function takenText(given: Given, maxChars = LONGEST_TEXT_CHARS): string | null {
  const text: unknown = given;
  if (typeof text !== "string" || text === "") return null;
  const clean = text.slice(0, maxChars).replaceAll("\0", "\ufffd").toWellFormed();
  const fits = clean.length * MOST_BYTES_A_CHAR <= LONGEST_JSON_BYTES || jsonBytes(clean) <= LONGEST_JSON_BYTES;
  return fits ? clean : clean.slice(0, LONGEST_JSON_BYTES / MOST_BYTES_A_CHAR).toWellFormed();
}

/** A short text, such as a name or a title. */
export const takenName = (given: Given): string | null => takenText(given, LONGEST_NAME_CHARS);

/** A card's text for parsing only. It is never stored; each of its fields is bounded separately. */
export function takenCard(given: Given): string {
  const text: unknown = given;
  return typeof text === "string" ? text.slice(0, LONGEST_CARD_CHARS) : "";
}

/** A file's name, cleaned like outgoing ones; null if nothing is left of it. */
export const takenFileName = (given: Given): string | null => cleanFileName(takenText(given, LONGEST_PATH_CHARS));

/** A file's media type; null if there is none, or it is invalid. */
export const takenMediaType = (given: Given): string | null => cleanMediaType(takenText(given, LONGEST_PATH_CHARS));

/** A file's address, or its path in the network's store; null if there is none, or it is too long. */
export function takenUrl(given: Given): string | null {
  const url = takenText(given, LONGEST_ADDRESS_CHARS + 1);
  return url === null || url.length > LONGEST_ADDRESS_CHARS ? null : url;
}

/** Whether the value is exactly this word, such as an attribute's value or a stanza's type. */
export const isWord = (given: Given, word: string): boolean => (given as unknown) === word;

/** Returns the word of the list that the value equals; null if it equals none. */
export function takenWord<W extends string>(given: Given, words: readonly W[]): W | null {
  return words.find((word) => isWord(given, word)) ?? null;
}

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text));
