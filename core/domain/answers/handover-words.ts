import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { hasWords, wordsOf } from "./match-text.ts";

/**
 * Whether a short text contains one of these words as a whole word. If it does, the person wants a human, so no model
 * is called.
 */
export function asksForHandover(text: string, words: readonly string[]): boolean {
  if ([...text.trim()].length > AGENT_LIMITS.handoverTextMaxChars) return false;
  return words.some((word) => hasWords(text, wordsOf(word)));
}
