import type { MenuOutcome } from "./answer-states.ts";

/** A menu choice. */
export interface MenuChoice {
  label: string;
  outcome: MenuOutcome;
  /** The text for the outcome `answer`, which requires a text or a file. */
  answer?: string | null;
  media?: object | null;
  /** The nested list for the outcome `menu`. Lists can't be nested any deeper. */
  choices?: MenuChoice[];
}

/** A menu as PUT accepts it and GET shows it. Spec: Menu (per instance). */
export interface MenuDocument {
  enabled: boolean;
  greeting: string;
  handover_message: string;
  choices: MenuChoice[];
  /**
   * The language of the number words and the built-in sentences. If null, the language of the number's country is used.
   */
  language?: string | null;
}

/** The menu shown for an instance that has none. */
export const EMPTY_MENU: MenuDocument = { enabled: false, greeting: "", handover_message: "", choices: [] };
