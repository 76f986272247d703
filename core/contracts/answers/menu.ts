import type { MenuOutcome } from "./answer-states.ts";

/** A menu choice. */
export interface MenuChoice {
  label: string;
  outcome: MenuOutcome;
  /** The text for the outcome `answer`, which requires a text, a file, or both. */
  answer?: string | null;
  media?: object | null;
  /** The nested list for the outcome `menu`. Lists can't be nested any deeper. */
  choices?: MenuChoice[];
}

/** A menu as accepted by PUT and returned by GET. Spec: Menu (per instance). */
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

/** Returned for an instance that has no menu. */
export const EMPTY_MENU: MenuDocument = { enabled: false, greeting: "", handover_message: "", choices: [] };
