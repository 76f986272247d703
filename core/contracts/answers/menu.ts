import type { MenuOutcome } from "./answer-states.ts";

/** A menu choice. */
export interface MenuChoice {
  label: string;
  outcome: MenuOutcome;
  /** For the outcome `answer`; it needs this or a file. */
  answer?: string | null;
  media?: object | null;
  /** For the outcome `menu`: a nested list, which can't contain another. */
  choices?: MenuChoice[];
}

/** A menu as PUT accepts it and GET shows it. Spec: Menu (per instance). */
export interface MenuDocument {
  enabled: boolean;
  greeting: string;
  handover_message: string;
  choices: MenuChoice[];
  /** Language of the number words and of the built-in sentences; null means that of the number's country. */
  language?: string | null;
}

/** The menu of an instance without one. */
export const EMPTY_MENU: MenuDocument = { enabled: false, greeting: "", handover_message: "", choices: [] };
