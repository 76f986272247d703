import { describe, expect, it } from "vitest";
import { createProviderClient } from "../../core/http/providers/create-provider-client.ts";
import { MovableClock } from "../../local/machine/clock.ts";
import { aiWords, openAiProviders } from "../../local/system/ai-providers.ts";
import { readSettings } from "../../local/system/settings.ts";
import { START } from "../support/test-clock.ts";

const log = { info() {}, warn() {}, error() {} };
const newClock = () => new MovableClock({ standsAt: START });

describe("the AI providers of one machine", () => {
  const open = (AI_PROVIDERS?: string) => openAiProviders(readSettings({ AI_PROVIDERS }), newClock());

  it("are a stand-in on it, which the gateway's own client asks with the key that is told", async () => {
    const providers = await open();
    const { url = "", key = "" } = providers.demo ?? {};
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(aiWords(providers.demo)).toBe(`a demo AI provider; key ${key}`);

    const client = createProviderClient({ clock: newClock(), log, standIn: url });
    expect(await client.models("openai", key)).toMatchObject({ kind: "listed" });

    await providers.stop();
    await expect(fetch(`${url}/calls`)).rejects.toThrow();
  });

  it("are the real ones with AI_PROVIDERS=real: no address stands for them, and no key is told", async () => {
    const providers = await open("real");
    expect(providers.demo).toBeNull();
    expect(aiWords(null)).toBe("the providers themselves (AI_PROVIDERS=real)");
    await providers.stop();
  });

  it.each(["", "openai", "DEMO"])("are nothing else: %j is told by name", (value) => {
    expect(() => readSettings({ AI_PROVIDERS: value })).toThrow("AI_PROVIDERS must be demo or real");
  });
});
