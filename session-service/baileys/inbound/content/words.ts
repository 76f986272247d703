import { CONTENT_LIMITS } from "../../../../core/contracts/content/content-limits.ts";
import { type ForeignText, foreign } from "../bounds/foreign.ts";
import { takenText } from "../bounds/texts.ts";

type Given = ForeignText | null | undefined;

/** A title, or a name in the details of a message. */
export const takenTitle = (given: Given): string | null => takenText(given, CONTENT_LIMITS.nameMaxChars);

/** A sentence or two in the details of a message. */
export const takenSentence = (given: Given): string | null => takenText(given, CONTENT_LIMITS.sentenceMaxChars);

/** An id that somebody chose, such as a button's. */
export const takenMark = (given: Given): string | null => takenText(given, CONTENT_LIMITS.idMaxChars);

/**
 * Joins a message's texts in order, with an empty line between them, and cuts the result to the maximum length; null if
 * there are no texts.
 */
export function wordsOf(...parts: (string | null | undefined)[]): string | null {
  const said = parts.filter((part) => part !== null && part !== undefined && part.trim() !== "");
  return takenText(foreign<string>(said.join("\n\n")));
}

/** A clean text of at most this length; null if there is none. */
export const cutText = (text: string | null, maxChars: number): string | null =>
  text === null ? null : text.slice(0, maxChars).toWellFormed();
