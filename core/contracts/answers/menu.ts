import type { MenuOutcome } from "./answer-states.ts";

/** A choice of a menu. */
export interface MenuChoice {
  label: string;
  outcome: MenuOutcome;
  /** Of the outcome `answer`; it needs this or a file. */
  answer?: string | null;
  media?: object | null;
  /** Of the outcome `menu`: a list of its own, and no list within it. */
  choices?: MenuChoice[];
}

/** A menu as PUT takes it and GET shows it. Spec: Menu (per instance). */
export interface MenuDocument {
  enabled: boolean;
  greeting: string;
  handover_message: string;
  choices: MenuChoice[];
  /** Of the number words and the gateway's own sentences; null: that of the number's country. */
  language?: string | null;
}

/** The menu of an instance that has none yet. */
export const EMPTY_MENU: MenuDocument = { enabled: false, greeting: "", handover_message: "", choices: [] };
