import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Clock } from "../../core/ports.ts";
import { type AiProvider, startAiProvider } from "../../local/ai/start-ai-provider.ts";
import { stillClock } from "../support/test-clock.ts";

/** The format requested for answers. */
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

/**
 * Creates a provider for a file's tests, with the official client for each of its two APIs. The clients never retry.
 */
export function providerWorld() {
  let provider: AiProvider | undefined;
  const time = stillClock();
  let waits: number[] = [];
  const clock: Clock = {
    now: () => time.now(),
    until(at, signal) {
      waits.push(at.getTime());
      return time.until(at, signal);
    },
  };
  afterEach(() => {
    waits = [];
  });
  beforeAll(async () => {
    provider = await startAiProvider({ port: 0, clock });
  });
  afterAll(() => provider?.stop());
  const url = () => provider?.url ?? "";
  return {
    /** The clock that both sides of a connection wait on. Only `passPause` advances it. */
    clock,
    /** Resolves once something is waiting for the instant `sec` seconds from now. */
    async awaited(sec: number): Promise<Date> {
      const at = new Date(time.now().getTime() + sec * 1000);
      await expect.poll(() => waits.includes(at.getTime()), { interval: 2 }).toBe(true);
      return at;
    },
    /** Waits until something is waiting for the end of a pause, then advances the clock to that end. */
    async passPause(sec: number): Promise<void> {
      time.moveTo(await this.awaited(sec));
    },
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
