/** Which automation answered a text, as reported by the try-out. Spec: AI agent, menu. */
export const ANSWERED_BY = ["menu", "handover", "ai", "auto_reply", "away"] as const;
export type AnsweredBy = (typeof ANSWERED_BY)[number];

/** The parties that can handle a chat. Null means any automation that is on. */
export const HANDLERS = ["ai", "menu", "team"] as const;
export type Handler = (typeof HANDLERS)[number];

/** An AI agent's states. */
export const AGENT_STATES = ["off", "on", "error"] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** The reasons why an AI agent is in error. */
export const AGENT_REASONS = ["bad_key", "no_credit", "rate_limited", "model_gone"] as const;
export type AgentReason = (typeof AGENT_REASONS)[number];

/** The outcomes of a menu choice. */
export const MENU_OUTCOMES = ["answer", "handover", "ai", "menu"] as const;
export type MenuOutcome = (typeof MENU_OUTCOMES)[number];

/** The days of the week in opening hours, starting on Monday. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Opening hours in the instance's time zone. If `to` is at or before `from`, the period ends on the next day but
 * belongs to the day on which it starts.
 */
export interface Hours {
  days: Weekday[];
  /** Local time as `HH:MM`. */
  from: string;
  to: string;
}
