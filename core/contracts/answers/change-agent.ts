import * as z from "zod";
import { maybeEmpty, text, words } from "../text.ts";
import { AGENT_LIMITS } from "./answer-limits.ts";
import { OpeningHours } from "./hours.ts";
import { whole } from "./whole.ts";

/** The error sentence for a text that can't be a provider's key. The sentence never contains the text. */
export const API_KEY_RULE =
  "This is no API key of OpenAI (sk-…) or Anthropic (sk-ant-…). Give the key as its provider shows it.";
/** A limit well above the length of any provider's key. */
const API_KEY_MAX_CHARS = 512;
/**
 * A key is printable ASCII, because it is sent in a header, and long enough that its last 4 characters reveal nothing.
 */
const API_KEY = /^sk-[!-~]{9,}$/;

const MODEL_MAX_CHARS = 100;
const MODEL_RULE = "There is no such model. Give one of `models`.";
const PROVIDER_RULE = "Give a provider: openai or anthropic.";
const WORDS_RULE = `Give at most ${AGENT_LIMITS.handoverWordsMax} words.`;

/** PATCH /v1/instances/{id}/ai-agent: send only what changes. Spec: AI agent (per instance). */
export const ChangeAgentBody = z
  .object({
    enabled: z.boolean().meta({ description: "Turning it on needs a key" }),
    provider: z.enum(["openai", "anthropic"], PROVIDER_RULE).meta({
      description: "Another provider needs its own `api_key` in the same request",
    }),
    model: text(MODEL_MAX_CHARS, MODEL_RULE).meta({
      description: "One of `models`; left out with another provider: that one's default",
      example: "gpt-6-luna",
    }),
    api_key: text(API_KEY_MAX_CHARS, API_KEY_RULE)
      .trim()
      .regex(API_KEY, API_KEY_RULE)
      .nullable()
      .meta({
        description:
          "The provider's key; only its last 4 characters are shown. null removes it and turns the agent off",
        example: "sk-0000000000000000",
        override: { pattern: undefined },
      }),
    instructions: maybeEmpty("instructions", AGENT_LIMITS.instructionsMaxChars).meta({
      description: "How the agent answers. Write nothing that a customer must not read",
    }),
    knowledge: maybeEmpty("knowledge", AGENT_LIMITS.knowledgeMaxChars).meta({
      description: "The agent's knowledge. Write nothing that a customer must not read",
    }),
    max_replies_per_chat_per_day: whole(AGENT_LIMITS.repliesPerChatDayMin, AGENT_LIMITS.repliesPerChatDayMax),
    wait_seconds: whole(0, AGENT_LIMITS.waitMaxSec).meta({
      description: "Seconds without a new text before a person is answered",
    }),
    handover_words: z
      .array(words("word", AGENT_LIMITS.handoverTextMaxChars))
      .max(AGENT_LIMITS.handoverWordsMax, WORDS_RULE)
      .meta({
        description:
          "A short text with one of these words is answered with `handover_message`, and the agent stays silent",
      }),
    handover_message: maybeEmpty("message", AGENT_LIMITS.handoverMessageMaxChars),
    pause_after_team_reply_minutes: whole(0, AGENT_LIMITS.pauseMaxMin),
    hours: OpeningHours.nullable().meta({ description: "When it answers; null: always" }),
  })
  .partial()
  .meta({ id: "ChangeAgent" });
export type ChangeAgentBody = z.infer<typeof ChangeAgentBody>;
