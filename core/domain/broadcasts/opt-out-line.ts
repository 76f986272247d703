import type { BROADCAST_LANGUAGES } from "../../contracts/broadcasts/broadcast-states.ts";
import { OPT_OUT_TEXTS, type OptOutTexts } from "./opt-out-texts.ts";

/** A language in which broadcasts can be sent. */
export type BroadcastLanguage = (typeof BROADCAST_LANGUAGES)[number];

const OTHERWISE = "en";

/** Returns the opt-out texts in a language, falling back to English. */
export const optOutTexts = (language: string): OptOutTexts =>
  OPT_OUT_TEXTS[language] ?? (OPT_OUT_TEXTS[OTHERWISE] as OptOutTexts); // English is in the table

/** Adds the opt-out line to a broadcast's text, unless the text already contains the opt-out word in capitals. */
export function withOptOutLine(text: string, language: string): string {
  const { stop, line } = optOutTexts(language);
  if (namesWord(text, stop)) return text;
  return `${text.trimEnd()}\n\n${line.replace("{stop}", stop)}`;
}

/** Whether a text contains the word exactly as written, with no letter or digit next to it. */
function namesWord(text: string, word: string): boolean {
  const letter = /[\p{L}\p{N}\p{M}]/u;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [[...text.slice(0, at)].at(-1) ?? "", [...text.slice(at + word.length)][0] ?? ""];
    if (!letter.test(before) && !letter.test(after)) return true;
  }
  return false;
}
