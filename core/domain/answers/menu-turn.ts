import { MENU_LIMITS } from "../../contracts/answers/answer-limits.ts";
import type { MenuChoice, MenuDocument } from "../../contracts/answers/menu.ts";
import { type AutomationState, openLevel } from "./chat-state.ts";
import { matchChoice } from "./match-choice.ts";
import { bareText } from "./match-text.ts";
import { missSentence } from "./menu-words.ts";
import { renderMenu } from "./render-menu.ts";

/** A menu and the language of its number words. Each PUT increments `version`. */
export interface MenuSettings {
  document: MenuDocument;
  version: number;
  language: string;
}

/** A text received from a person. */
export interface TheirText {
  /** The text itself, or null for a voice note or a file, which can't match a choice. */
  text: string | null;
  /** When the previous message was written, by either side, in epoch ms, or null if there is no previous message. */
  before: number | null;
}

/** The menu's response to a text, or null if the text is not meant for the menu. */
export type MenuMove =
  | {
      to: "text";
      text: string;
      level: readonly number[];
      media?: object;
      why: "greeting" | "choice" | "list";
      /** Whether the greeting was sent because the person requested the list. */
      isAsked?: true;
    }
  | { to: "miss"; text: string; level: readonly number[]; isSecond: boolean }
  | { to: "agent" | "handover" }
  | null;

/** Returns the menu's response to a text. @param chat a chat that is not silent. Spec: Menu; docs/decisions/0100. */
export function menuTurn(
  chat: AutomationState,
  { document, version, language }: MenuSettings,
  given: TheirText,
  now: Date,
): MenuMove {
  const level = openLevel(chat, version, now);
  const top = {
    to: "text" as const,
    text: renderMenu(document.greeting, document.choices),
    level: [],
    why: "greeting" as const,
  };
  const isNew = given.before === null || now.getTime() - given.before >= MENU_LIMITS.greetAfterMs;
  if (asksForMenu(given.text, document)) return { ...top, isAsked: true };
  if (level === null && isNew) return top;
  const [list, title] = listAt(document, level ?? []);
  const match = given.text === null ? null : matchChoice(given.text, list, language);
  if (match === "back") return { ...top, isAsked: true };
  if (match === null) {
    if (level === null) return null;
    return {
      to: "miss",
      text: renderMenu(missSentence(language, list.length), list),
      level,
      isSecond: chat.misses + 1 >= MENU_LIMITS.missesMax,
    };
  }
  return moveOf(list[match.choice - 1], level ?? [], match.choice, title);
}

function moveOf(choice: MenuChoice | undefined, level: readonly number[], number: number, title: string): MenuMove {
  if (choice === undefined) return null;
  if (choice.outcome === "ai") return { to: "agent" };
  if (choice.outcome === "handover") return { to: "handover" };
  if (choice.outcome === "menu" && choice.choices)
    return { to: "text", text: renderMenu(choice.label || title, choice.choices), level: [number], why: "list" };
  const media = choice.media ? { media: choice.media } : {};
  return { to: "text", text: choice.answer ?? "", level, ...media, why: "choice" };
}

/** Returns a level's list and title, or those of the first list if the level doesn't exist. */
function listAt(document: MenuDocument, level: readonly number[]): [MenuChoice[], string] {
  const inner = level[0] === undefined ? undefined : document.choices[level[0] - 1];
  return inner?.choices ? [inner.choices, inner.label] : [document.choices, document.greeting];
}

/** Whether a text is the word `menu` or the greeting itself. */
function asksForMenu(text: string | null, { greeting }: MenuDocument): boolean {
  const bare = text === null || text.length > MENU_LIMITS.greetingMaxChars ? "" : bareText(text);
  return bare !== "" && (bare === "menu" || bare === bareText(greeting));
}
