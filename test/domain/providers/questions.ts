import type { ProviderName, ProviderQuestion } from "../../../core/domain/providers/provider-question.ts";

/** Creates a question for a small shop. */
export const question = (provider: ProviderName, more: Partial<ProviderQuestion> = {}): ProviderQuestion => ({
  provider,
  model: provider === "openai" ? "gpt-6-luna" : "claude-haiku-5-5",
  system: [
    "You answer for a shop.",
    "<knowledge>\nWe open from 9 to 18 on weekdays. Delivery in the city is free from 30 euros.\n</knowledge>",
    "It is Monday, 10:20.",
  ],
  messages: [{ role: "user", parts: [{ text: "Is delivery free?" }] }],
  format: {
    name: "answer",
    schema: {
      type: "object",
      properties: { reply: { type: "string" }, handover: { type: "boolean" }, reason: { type: "string" } },
      required: ["reply", "handover", "reason"],
      additionalProperties: false,
    },
  },
  maxOutputTokens: 1_200,
  chatTag: "c0ffee",
  cacheTag: "a9e7",
  ...more,
});
