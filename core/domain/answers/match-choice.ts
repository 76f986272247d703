import { MENU_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { bareText, hasWords, wordsOf } from "./match-text.ts";
import { backWords } from "./menu-words.ts";
import { numberWords } from "./number-words.ts";

/**
 * The choice selected by a text, as its number in the list, starting at 1. `back` means one list up, and null means no
 * match.
 */
export type Match = { choice: number } | "back" | null;

/** Words that can precede a number. */
const BEFORE = new Set(["option", "number", "no", "nr", "choice"]);

/**
 * Finds the choice that a text selects: by its number in any script, its number word, its label, or words that only its
 * label contains, in this order. A number followed by other words counts only if those words appear in the choice's
 * label, so "2 pizzas please" doesn't select choice 2. Spec: Menu; docs/decisions/0100.
 */
export function matchChoice(text: string, choices: readonly { label: string }[], language: string): Match {
  if ([...text.trim()].length > MENU_LIMITS.matchedMaxChars) return null;
  const bare = bareText(text);
  const label = choices.findIndex((choice) => bareText(choice.label) === bare);
  if (bare === "") return null;
  if (bare === "0" || backWords(language).some((word) => bareText(word) === bare)) return "back";
  const number = numberMeant(bare, choices) ?? wordNumber(bare, language, choices.length);
  if (number !== null) return { choice: number };
  if (label >= 0) return { choice: label + 1 };
  const words = wordsOf(bare);
  const having = choices.flatMap((choice, at) => (hasWords(choice.label, words) ? [at + 1] : []));
  const [only] = having;
  return only !== undefined && having.length === 1 ? { choice: only } : null;
}

/** Returns the choice number that a text starts with, provided that any words after it are from that choice's label. */
function numberMeant(bare: string, choices: readonly { label: string }[]): number | null {
  const words = wordsOf(bare);
  const [first = "", ...behind] = BEFORE.has(words[0] ?? "") ? words.slice(1) : words;
  // Only words from the label may follow the number, so texts such as "1.5", "10:30" and "1 2" don't select a choice.
  if (!/^[0-9]{1,2}$/.test(first)) return null;
  const chosen = choices[Number(first) - 1];
  if (chosen === undefined) return null;
  const own = new Set(wordsOf(chosen.label));
  return behind.every((word) => own.has(word) && !/^[0-9]+$/.test(word)) ? Number(first) : null;
}

/** Returns the number that a text spells out, in the menu's language or in English. */
function wordNumber(bare: string, language: string, count: number): number | null {
  for (const each of [language, "en"]) {
    const at = numberWords(each)?.findIndex((words) => words.some((word) => bareText(word) === bare)) ?? -1;
    if (at >= 0 && at < count) return at + 1;
  }
  return null;
}
