import type { AgentReason, AgentState, Hours } from "./answer-states.ts";
import type { Provider } from "./models.ts";

/** An AI agent's settings and state as GET shows them; its key is never among them. Spec: AI agent (per instance). */
export interface Agent {
  enabled: boolean;
  provider: Provider;
  model: string;
  models: string[];
  api_key_last4: string | null;
  instructions: string;
  knowledge: string;
  max_replies_per_chat_per_day: number;
  wait_seconds: number;
  handover_words: string[];
  handover_message: string;
  pause_after_team_reply_minutes: number;
  hours: Hours | null;
  usage_today: AgentUsage;
  state: AgentState;
  state_reason: AgentReason | null;
  last_error_at: string | null;
}

/** Answers and tokens of a local day. */
export interface AgentUsage {
  replies: number;
  input_tokens: number;
  output_tokens: number;
}

/** An instance's auto-reply; `text` goes in its hours, `away_text` outside them. */
export interface AutoReply {
  enabled: boolean;
  text: string | null;
  away_text: string | null;
  hours: Hours | null;
  /** Once a person in so many hours, whatever they write. */
  every_hours: number;
  language: string | null;
}
