import * as z from "zod";
import { maybeEmpty, text, words } from "../text.ts";
import { AGENT_LIMITS } from "./answer-limits.ts";
import { OpeningHours } from "./hours.ts";
import { whole } from "./whole.ts";

/** The error message for a text that can't be a provider's key. The message never contains the text. */
export const API_KEY_RULE =
  "This is not an OpenAI (sk-…) or Anthropic (sk-ant-…) API key. Copy the key exactly as the provider displays it.";
/** A limit well above the length of any provider's key. */
const API_KEY_MAX_CHARS = 512;
/**
 * A key is printable ASCII, because it is sent in a header, and is long enough that showing its last 4 characters is
 * safe.
 */
const API_KEY = /^sk-[!-~]{9,}$/;

const MODEL_MAX_CHARS = 100;
const MODEL_RULE = "There is no such model. Choose one from `models`.";
const PROVIDER_RULE = "The provider must be openai or anthropic.";
const WORDS_RULE = `Use at most ${AGENT_LIMITS.handoverWordsMax} words.`;

/** PATCH /v1/instances/{id}/ai-agent: send only what changes. Spec: AI agent (per instance). */
export const ChangeAgentBody = z
  .object({
    enabled: z.boolean().meta({ description: "The agent can only be turned on if it has a key" }),
    provider: z.enum(["openai", "anthropic"], PROVIDER_RULE).meta({
      description: "To change the provider, include its `api_key` in the same request",
    }),
    model: text(MODEL_MAX_CHARS, MODEL_RULE).meta({
      description:
        "One of `models`. If you change the provider and leave this out, the new provider's default model is used",
      example: "gpt-6-luna",
    }),
    api_key: text(API_KEY_MAX_CHARS, API_KEY_RULE)
      .trim()
      .regex(API_KEY, API_KEY_RULE)
      .nullable()
      .meta({
        description:
          "The provider's API key. Only its last 4 characters are ever returned. null removes the key and turns the agent off",
        example: "sk-0000000000000000",
        override: { pattern: undefined },
      }),
    instructions: maybeEmpty("instructions", AGENT_LIMITS.instructionsMaxChars).meta({
      description: "How the agent should answer. Don't include anything that customers must not see",
    }),
    knowledge: maybeEmpty("knowledge", AGENT_LIMITS.knowledgeMaxChars).meta({
      description: "The facts the agent can use in its answers. Don't include anything that customers must not see",
    }),
    max_replies_per_chat_per_day: whole(AGENT_LIMITS.repliesPerChatDayMin, AGENT_LIMITS.repliesPerChatDayMax),
    wait_seconds: whole(0, AGENT_LIMITS.waitMaxSec).meta({
      description: "How many seconds the agent waits after a person's last text before it answers",
    }),
    handover_words: z
      .array(words("word", AGENT_LIMITS.handoverTextMaxChars))
      .max(AGENT_LIMITS.handoverWordsMax, WORDS_RULE)
      .meta({
        description:
          "If a short text contains one of these words, `handover_message` is sent and the agent stays silent",
      }),
    handover_message: maybeEmpty("message", AGENT_LIMITS.handoverMessageMaxChars),
    pause_after_team_reply_minutes: whole(0, AGENT_LIMITS.pauseMaxMin),
    hours: OpeningHours.nullable().meta({ description: "When the agent answers; null for always" }),
  })
  .partial()
  .meta({ id: "ChangeAgent" });
export type ChangeAgentBody = z.infer<typeof ChangeAgentBody>;
