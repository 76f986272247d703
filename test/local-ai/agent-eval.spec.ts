import { describe, expect, it } from "vitest";
import { createProviderClient } from "../../core/http/providers/create-provider-client.ts";
import { readArguments } from "../../tools/agent-eval/eval-arguments.ts";
import { EVAL_KINDS, type EvalKind, readCases } from "../../tools/agent-eval/eval-cases.ts";
import { type EvalOptions, resultLines, runEval } from "../../tools/agent-eval/run-eval.ts";
import { providerWorld } from "./provider-world.ts";

const provider = providerWorld();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const KINDS = Object.keys(EVAL_KINDS) as EvalKind[]; // its own keys

/**
 * Runs the evaluation against the stand-in provider, which understands nothing. The content of its answers is
 * irrelevant in these tests.
 */
async function evaluated(change: Partial<EvalOptions> = {}) {
  const { clock } = provider;
  const providers = createProviderClient({ clock, log, standIn: provider.url() });
  const before = provider.calls().length;
  const lines: string[] = [];
  const openai = { provider: "openai", model: "gpt-6-luna", key: "sk-demo-1" } as const;
  const say = (line: string) => void lines.push(line);
  const result = await runEval({ ...openai, providers, clock, kinds: KINDS, say, ...change });
  return { result, lines, calls: provider.calls().slice(before) };
}

describe("the evaluation of a model", () => {
  it("asks it each case once, as the gateway would, and judges each answer", async () => {
    const { result, lines, calls } = await evaluated();

    const cases = KINDS.flatMap((kind) => readCases(kind));
    const prompts = calls.map(({ body }) => JSON.stringify(body));
    expect(calls.map(({ path }) => path)).toEqual(cases.map(() => "/v1/responses"));
    for (const { turns } of cases) {
      const { text, voice } = turns.at(-1) ?? {};
      const said = JSON.stringify(text ?? voice ?? "[voice message]").slice(1, -1);
      expect(prompts.some((prompt) => prompt.includes(said))).toBe(true);
    }
    expect(prompts.filter((prompt) => prompt.includes("data:image/png;base64,")).length).toBe(2);
    expect(KINDS.map((kind) => result.passed[kind].of)).toEqual(KINDS.map((kind) => EVAL_KINDS[kind].count));
    expect(lines.length).toBe(80);
    expect(lines.filter((line) => line.startsWith("right")).length).toBeGreaterThan(30);
    expect(result).toMatchObject({ isGood: false, stopped: null, missed: expect.arrayContaining(["languages"]) });
    expect(resultLines(result, "gpt-6-luna").length).toBe(KINDS.length + 1);
  });

  it("can be of one kind, with the other provider, too", async () => {
    const anthropic = { provider: "anthropic", model: "claude-haiku-5-5", key: "sk-ant-demo-1" } as const;
    const { result, calls } = await evaluated({ ...anthropic, kinds: ["injection"] });
    expect(calls.map(({ path }) => path)).toEqual(readCases("injection").map(() => "/v1/messages"));
    expect(result).toMatchObject({ isGood: true, passed: { injection: { right: 15, of: 15 }, media: { of: 0 } } });
  });

  it.each([
    ["-bad", "does not take this key"],
    ["-nocredit", "no credit"],
  ])("ends in plain words with a key that ends in %s, and is not good", async (ending, words) => {
    const { result, calls } = await evaluated({ key: `sk-demo-1${ending}` });
    expect(result).toMatchObject({ isGood: false, stopped: expect.stringContaining(words) });
    expect(calls.length).toBeLessThan(10);
  });
});

describe("a provider that gives no answer", () => {
  it("ends it, for that says nothing of the model", async () => {
    const silent = { answer: async () => ({ kind: "unavailable" }) as const };
    const { result, lines } = await evaluated({ providers: silent as never });
    expect(result).toMatchObject({ isGood: false, stopped: expect.stringContaining("no answer") });
    expect(lines.length).toBeLessThan(5);
  });
});

describe("how it is called", () => {
  it("tells what is missing or wrong", () => {
    expect(readArguments([], {})).toMatch(/no key/);
    expect(readArguments(["--key", "abc"], {})).toMatch(/no API key/);
    expect(readArguments(["--key", "sk-1", "--only", "luck"], {})).toMatch(/no kind "luck"/);
    expect(readArguments(["--kee", "sk-1"], {})).toMatch(/--kee/);
  });

  it("names provider and model by the key unless a model is given", () => {
    expect(readArguments(["--key", "sk-ant-1"], {})).toMatchObject({
      provider: "anthropic",
      model: "claude-haiku-5-5",
    });
    const given = readArguments(["--model", "gpt-6.1-sol", "--only", "media"], { AGENT_EVAL_KEY: "sk-1" });
    expect(given).toMatchObject({ provider: "openai", model: "gpt-6.1-sol", kinds: ["media"] });
  });
});
