import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import { type ForeignText, foreign } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";

type Given = ForeignText | null | undefined;

/** Returns a title or a name for a message's details. */
export const takenTitle = (given: Given): string | null => takenText(given, CONTENT_LIMITS.nameMaxChars);

/** Returns a sentence or two for a message's details. */
export const takenSentence = (given: Given): string | null => takenText(given, CONTENT_LIMITS.sentenceMaxChars);

/** Returns an id that someone chose, such as a button's id. */
export const takenMark = (given: Given): string | null => takenText(given, CONTENT_LIMITS.idMaxChars);

/**
 * Joins a message's texts in order, separated by an empty line, and truncates the result to the maximum length. Returns
 * null if there are no texts.
 */
export function wordsOf(...parts: (string | null | undefined)[]): string | null {
  const said = parts.filter((part) => part !== null && part !== undefined && part.trim() !== "");
  return takenText(foreign<string>(said.join("\n\n")));
}

/** Truncates text without leaving half characters. Returns null if there is no text. */
export const cutText = (text: string | null, maxChars: number): string | null =>
  text === null ? null : text.slice(0, maxChars).toWellFormed();
