import * as z from "zod";
import { AGENT_REASONS, AGENT_STATES } from "./answer-states.ts";
import { OpeningHours } from "./hours.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

/** The number of answers and tokens in one local day. */
export const AgentUsage = z.object({ replies: z.int(), input_tokens: z.int(), output_tokens: z.int() });
export type AgentUsage = z.infer<typeof AgentUsage>;

/**
 * An AI agent's settings and state as returned by GET, always without the agent's key. Spec: AI agent (per instance).
 */
export const Agent = z
  .object({
    enabled: z.boolean(),
    provider: z.enum(["openai", "anthropic"]),
    model: z.string().meta({ example: "gpt-6-luna" }),
    models: z.array(z.string()).meta({ description: "The values allowed for `model` with this provider" }),
    api_key_last4: z
      .string()
      .nullable()
      .meta({ description: "The last 4 characters of the key; null if no key is set" }),
    instructions: z.string(),
    knowledge: z.string(),
    max_replies_per_chat_per_day: z.int(),
    wait_seconds: z.int(),
    handover_words: z.array(z.string()),
    handover_message: z.string(),
    pause_after_team_reply_minutes: z.int(),
    hours: OpeningHours.nullable(),
    usage_today: AgentUsage.meta({ description: "Counted per day in the instance's time zone" }),
    state: z.enum(AGENT_STATES),
    state_reason: z.enum(AGENT_REASONS).nullable().meta({
      description: "The reason for an error; null if the provider is not responding",
    }),
    last_error_at: time.nullable(),
  })
  .meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;

/**
 * An instance's auto-reply. `text` is sent during its opening hours, `away_text` outside them. Spec: AI agent, menu.
 */
export const AutoReply = z
  .object({
    enabled: z.boolean(),
    text: z.string().nullable(),
    away_text: z.string().nullable(),
    hours: OpeningHours.nullable(),
    every_hours: z
      .int()
      .meta({ description: "The minimum number of hours between two auto-replies to the same person" }),
    language: z.string().nullable(),
  })
  .meta({ id: "AutoReply" });
export type AutoReply = z.infer<typeof AutoReply>;
