import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createProviderClient } from "../../core/http/providers/create-provider-client.ts";
import { providerUrl } from "../../core/http/providers/provider-hosts.ts";
import type { Log } from "../../core/ports.ts";
import { question } from "../domain/providers/questions.ts";
import { providerWorld } from "./provider-world.ts";

const world = providerWorld();
const lines: unknown[] = [];
const log: Log = { info: (fields) => lines.push(fields), warn: () => {}, error: () => {} };
afterEach(() => {
  lines.length = 0;
});

const { clock } = world;
const client = (standIn = world.url()) => createProviderClient({ clock, log, standIn });
const keyOf = { openai: (fault: string) => `sk-demo-1${fault}`, anthropic: (fault: string) => `sk-ant-demo-1${fault}` };
type Name = keyof typeof keyOf;
const answer = (provider: Name, fault = "", more = {}) =>
  client().answer(keyOf[provider](fault), question(provider, more));
const secAhead = (sec: number) => new Date(clock.now().getTime() + sec * 1000);

/** Starts a server that sends the same response to every request. */
async function serverOf(body: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

describe.each(["openai", "anthropic"] as const)("a question to %s", (provider) => {
  it("is answered, once, and what it cost is told", async () => {
    const before = world.calls().length;
    const outcome = await answer(provider);

    expect(outcome).toMatchObject({ kind: "answered", is_cut: false });
    expect(JSON.parse("text" in outcome ? outcome.text : "")).toEqual({
      reply: "Delivery in the city is free from 30 euros.",
      handover: false,
      reason: "answered",
    });
    expect("usage" in outcome && outcome.usage.input_tokens).toBeGreaterThan(20);
    expect(world.calls().length).toBe(before + 1);
  });

  it("leaves one line in the log, without the prompt, the answer or the key", async () => {
    await answer(provider);

    expect(lines).toMatchObject([{ provider, outcome: "answered", status: 200, tries: 1 }]);
    expect(JSON.stringify(lines)).not.toMatch(/sk-|deliver|shop|euros/i);
  });

  it("that is cut at the limit of tokens says so", async () => {
    expect(await answer(provider, "-cut")).toMatchObject({ kind: "answered", is_cut: true });
  });

  it("is asked three times, with pauses of 2 and 8 seconds, when the provider is down", async () => {
    const before = world.calls().length;
    const asked = answer(provider, "-down");
    await world.passPause(2);
    await world.passPause(8);

    expect(await asked).toEqual({ kind: "unavailable" });
    expect(world.calls().length).toBe(before + 3);
  });

  it("is answered by a provider that takes 44 seconds, and given up after 45", async () => {
    const patient = answer(provider, "-slow-44");
    await world.passPause(44);
    expect(await patient).toMatchObject({ kind: "answered" });

    const slow = answer(provider, "-slow");
    await world.awaited(46);
    await world.passPause(45);
    expect(await slow).toEqual({ kind: "unavailable" });
    expect(lines.at(-1)).toMatchObject({ failure: "deadline", tries: 1 });
  });

  it("is given up at the turn's own end, and not asked again past it", async () => {
    const before = world.calls().length;
    const asked = client().answer(keyOf[provider]("-down"), question(provider), secAhead(2));

    expect(await asked).toEqual({ kind: "unavailable" });
    expect(world.calls().length).toBe(before + 1);
  });

  it("with a key that can't stand in a header is not asked", async () => {
    const before = world.calls().length;
    const outcome = await client().answer("sk-demo-1\r\nX: y", question(provider));

    expect(outcome).toEqual({ kind: "broken", state_reason: "bad_key" });
    expect(world.calls().length).toBe(before);
  });

  it("that gets more than 256 KB, or no JSON, is not answered", async () => {
    const [large, strange] = await Promise.all([serverOf(`"${"a".repeat(256 * 1024)}"`), serverOf("<html>")]);
    const until = secAhead(1);
    const outcomes = [large, strange].map(({ url }) => client(url).answer("sk-1", question(provider), until));

    expect(await Promise.all(outcomes)).toEqual([{ kind: "unavailable" }, { kind: "unavailable" }]);
    for (const { stop } of [large, strange]) stop();
  });

  it("lists its models with the day each goes, and tells a bad key", async () => {
    const listed = await client().models(provider, keyOf[provider](""));
    const goes = provider === "openai" ? { id: "gpt-4.1", goes_at: "2027-01-14" } : { id: "claude-sonnet-4-5" };

    expect(listed).toMatchObject({ kind: "listed", models: expect.arrayContaining([expect.objectContaining(goes)]) });
    expect(await client().models(provider, keyOf[provider]("-bad"))).toEqual({
      kind: "broken",
      state_reason: "bad_key",
    });
    expect(await client().models(provider, "sk-of-nobody")).toEqual({ kind: "broken", state_reason: "bad_key" });
  });

  it("about a model that nobody has is told so", async () => {
    expect(await answer(provider, "", { model: "gpt-3" })).toEqual({ kind: "broken", state_reason: "model_gone" });
  });
});

describe("a failure of a provider", () => {
  const broken = (state_reason: string) => ({ kind: "broken", state_reason });
  const limited = (retry_after_sec: number | null) => ({ kind: "rate_limited", retry_after_sec });
  const refused = { kind: "refused" };

  it.each([
    ["openai", "-bad", broken("bad_key")],
    ["openai", "-forbidden", broken("bad_key")],
    ["openai", "-nocredit", broken("no_credit")],
    ["openai", "-nocredit-quota", broken("no_credit")],
    ["openai", "-nocredit-organization", broken("no_credit")],
    ["openai", "-nocredit-project", broken("no_credit")],
    ["openai", "-nocredit-usage", broken("no_credit")],
    ["openai", "-limited", limited(7)],
    ["openai", "-limited-slow-down", limited(null)],
    ["openai", "-limited-body", limited(null)],
    ["openai", "-gone", broken("model_gone")],
    ["openai", "-gone-400", broken("model_gone")],
    ["openai", "-refuse", refused],
    ["openai", "-refuse-filter", refused],
    ["openai", "-refuse-400", refused],
    ["openai", "-refuse-413", refused],
    ["anthropic", "-bad", broken("bad_key")],
    ["anthropic", "-forbidden", broken("bad_key")],
    ["anthropic", "-nocredit", broken("no_credit")],
    ["anthropic", "-nocredit-linked", broken("no_credit")],
    ["anthropic", "-nocredit-enforced", broken("no_credit")],
    ["anthropic", "-nocredit-contract", broken("no_credit")],
    ["anthropic", "-nocredit-linked-429", broken("no_credit")],
    ["anthropic", "-nocredit-balance", broken("no_credit")],
    ["anthropic", "-nocredit-limit", broken("no_credit")],
    ["anthropic", "-limited", limited(7)],
    ["anthropic", "-limited-ramp", limited(null)],
    ["anthropic", "-gone", broken("model_gone")],
    ["anthropic", "-refuse", refused],
    ["anthropic", "-refuse-400", refused],
    ["anthropic", "-refuse-413", refused],
  ] as const)("of %s%s is told after one try", async (provider, fault, expected) => {
    const before = world.calls().length;

    expect(await answer(provider, fault)).toMatchObject(expected);
    expect(world.calls().length).toBe(before + 1);
  });

  it.each([
    ["openai", "-down-500"],
    ["openai", "-down-502"],
    ["openai", "-down-408"],
    ["openai", "-down-409"],
    ["openai", "-down-body"],
    ["anthropic", "-down-500"],
    ["anthropic", "-down-502"],
    ["anthropic", "-down-504"],
    ["anthropic", "-down-408"],
    ["anthropic", "-down-409"],
  ] as const)("of %s%s is tried again", async (provider, fault) => {
    const before = world.calls().length;
    const asked = client().answer(keyOf[provider](fault), question(provider), secAhead(3));
    await world.passPause(2);

    expect(await asked).toEqual({ kind: "unavailable" });
    expect(world.calls().length).toBe(before + 2);
  });
});

describe("a recording", () => {
  const recording = {
    bytes: Buffer.from("OggS TRANSCRIPT: do you deliver?\n"),
    mimetype: "audio/ogg",
    filename: "voice.ogg",
  };

  it("is written down with a key of OpenAI", async () => {
    expect(await client().transcribe("sk-demo-1", recording)).toEqual({ kind: "written", text: "do you deliver?" });
    expect(world.calls().at(-1)).toMatchObject({ model: "gpt-transcribe", path: "/v1/audio/transcriptions" });
  });

  it("fails as a question does", async () => {
    expect(await client().transcribe("sk-demo-1-nocredit", recording)).toEqual({
      kind: "broken",
      state_reason: "no_credit",
    });
  });
});

describe("the hosts that are asked", () => {
  it("are the two providers' own, or this machine", () => {
    expect(providerUrl("openai", "/v1/responses", null).href).toBe("https://api.openai.com/v1/responses");
    expect(providerUrl("anthropic", "/v1/messages", null).href).toBe("https://api.anthropic.com/v1/messages");
    expect(providerUrl("anthropic", "/v1/messages", "http://127.0.0.1:8091").href).toBe(
      "http://127.0.0.1:8091/v1/messages",
    );
  });

  it.each([
    "https://example.com",
    "http://127.0.0.1.example.com:80",
    "http://10.0.0.1:80",
    "http://127.0.0.1:80@example.com",
  ])("are never %s", (standIn) => {
    expect(() => providerUrl("openai", "/v1/models", standIn)).toThrow("must be on this machine");
  });

  it("get nothing when their name leads to an address of this machine", async () => {
    const before = world.calls().length;
    const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    const real = createProviderClient({ clock, log, standIn: null, resolve });

    expect(await real.answer("sk-demo-1", question("openai"), secAhead(1))).toEqual({ kind: "unavailable" });
    expect(lines).toMatchObject([{ failure: "NOT_PUBLIC" }]);
    expect(world.calls().length).toBe(before);
  });
});
