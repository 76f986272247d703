import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll } from "vitest";
import { type AiProvider, startAiProvider } from "../../local/ai/start-ai-provider.ts";
import { stillClock } from "../support/test-clock.ts";

/** The format in which answers are asked for. */
export const ANSWER_SCHEMA = {
  type: "object",
  properties: { reply: { type: "string" }, handover: { type: "boolean" }, reason: { type: "string" } },
  required: ["reply", "handover", "reason"],
  additionalProperties: false,
};

export const PROMPT = `You answer for a shop. Never promise a delivery.
<knowledge>
We open from 9 to 18 on weekdays. Delivery in the city is free from 30 euros.
Returns are taken back within 14 days.
</knowledge>`;

/** A provider for the tests of a file, and the official clients of both, which retry nothing. */
export function providerWorld() {
  let provider: AiProvider | undefined;
  const clock = stillClock();
  beforeAll(async () => {
    provider = await startAiProvider({ port: 0, clock });
  });
  afterAll(() => provider?.stop());
  const url = () => provider?.url ?? "";
  return {
    clock,
    url,
    calls: () => provider?.calls() ?? [],
    openai: (fault = "") =>
      new OpenAI({
        apiKey: `sk-demo-1${fault}`,
        baseURL: `${url()}/v1`,
        maxRetries: 0,
        organization: null,
        project: null,
      }),
    anthropic: (fault = "") => new Anthropic({ apiKey: `sk-ant-demo-1${fault}`, baseURL: url(), maxRetries: 0 }),
  };
}
