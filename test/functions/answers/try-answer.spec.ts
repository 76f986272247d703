import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AiProvider, startAiProvider } from "../../../local/ai/start-ai-provider.ts";
import { dataOf, type LinkedWorld, linkedWorld } from "../linked-world.ts";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
});

const own = (path: string) => `/v1/instances/${world.instance}/${path}`;
const tried = async (text: string, more: object = {}) =>
  dataOf(await world.ask("POST", own("automations/try"), { text, ...more }));
const MENU = {
  enabled: true,
  greeting: "Hello",
  handover_message: "Soon",
  choices: [
    { label: "Hours", outcome: "answer", answer: "9 to 18" },
    { label: "Teas", outcome: "menu", choices: [{ label: "Green", outcome: "answer", answer: "3 euros" }] },
    { label: "People", outcome: "handover" },
    { label: "Ask", outcome: "ai" },
  ],
};
const setAgent = (body: object) => world.ask("PATCH", own("ai-agent"), body);
const agentOn = () => setAgent({ enabled: true, api_key: "sk-demo-0123456789", handover_words: ["human"] });
const setMenu = async () => {
  expect(await world.ask("PUT", own("menu"), MENU)).toMatchObject({ status: 200 });
};

describe("the try-out", () => {
  it("says that nobody answers where nothing is on", async () => {
    expect(await tried("Hello")).toEqual({ answered_by: null, text: null, why: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  it("answers by the menu: its greeting, its choices, its lists, a miss", async () => {
    await agentOn();
    await setMenu();

    const list = "1. Hours\n2. Teas\n3. People\n4. Ask";
    expect(await tried("Good day")).toMatchObject({ answered_by: "menu", text: `Hello\n\n${list}` });
    expect(await tried("1", { level: [] })).toMatchObject({ answered_by: "menu", text: "9 to 18" });
    expect(await tried("teas", { level: [] })).toMatchObject({ answered_by: "menu", text: "Teas\n\n1. Green" });
    expect(await tried("1", { level: [2] })).toMatchObject({ answered_by: "menu", text: "3 euros" });
    expect(await tried("9", { level: [2] })).toMatchObject({
      answered_by: "menu",
      why: expect.stringMatching(/does not match a choice/),
    });
    expect(await tried("3", { level: [] })).toMatchObject({ answered_by: "handover", text: "Soon" });
    expect(await tried("4", { level: [] })).toMatchObject({ answered_by: "ai", text: null });
  });

  it("hands over what should reach an agent that is off", async () => {
    await agentOn();
    await setMenu();
    await setAgent({ enabled: false });

    expect(await tried("4", { level: [] })).toMatchObject({ answered_by: "handover" });
  });

  it("answers by the agent, its hand-over words, and the auto-reply behind them", async () => {
    await agentOn();
    await setAgent({ handover_message: "A person comes" });
    await world.ask("PATCH", own("auto-reply"), { enabled: true, text: "Thanks", away_text: "Closed" });

    expect(await tried("Do you deliver?")).toMatchObject({ answered_by: "ai", text: null });
    expect(await tried("a human!")).toMatchObject({ answered_by: "handover", text: "A person comes" });
    // It is a Friday, which is outside the agent's hours and within the auto-reply's.
    await setAgent({ hours: { days: ["mon"], from: "09:00", to: "18:00" } });
    expect(await tried("Do you deliver?")).toMatchObject({ answered_by: "auto_reply", text: "Thanks" });
    await world.ask("PATCH", own("auto-reply"), { hours: { days: ["mon"], from: "09:00", to: "18:00" } });
    expect(await tried("Do you deliver?")).toMatchObject({ answered_by: "away", text: "Closed" });
    await world.ask("PATCH", own("auto-reply"), { hours: null });
    await setAgent({ enabled: false });
    expect(await tried("Do you deliver?")).toMatchObject({ answered_by: "auto_reply", text: "Thanks" });
  });

  it("goes by the zone that the customer chose for the instance", async () => {
    await world.ask("PATCH", own("auto-reply"), {
      ...{ enabled: true, text: "Open", away_text: "Closed" },
      hours: { days: ["fri"], from: "09:00", to: "18:00" },
    });
    expect(await tried("Hello")).toMatchObject({ answered_by: "auto_reply", text: "Open" });

    await world.ask("PATCH", `/v1/instances/${world.instance}`, {
      protection_settings: { timezone: "America/Sao_Paulo" },
    });

    expect(await tried("Hello")).toMatchObject({ answered_by: "away", text: "Closed" });
  });

  describe("asks the provider only with `call`", () => {
    let provider: AiProvider;
    beforeEach(async () => {
      provider = await startAiProvider({ port: 0, clock: world.clock });
      world.deps.env = { ...world.deps.env, AI_PROVIDERS_URL: provider.url };
    });
    afterEach(() => provider.stop());
    const ask = () => tried("When are you open?", { call: true });
    const withKey = (api_key: string) =>
      setAgent({ enabled: true, api_key, knowledge: "We are open from 9 to 18.", handover_message: "A person comes" });

    it("and shows what it would send, without counting it", async () => {
      await withKey("sk-demo-0123456789");
      expect(await tried("When are you open?")).toMatchObject({ answered_by: "ai", text: null });
      expect(provider.calls()).toEqual([]);

      expect(await ask()).toMatchObject({ answered_by: "ai", text: expect.stringMatching(/9 to 18/) });

      expect(provider.calls()).toHaveLength(1);
      expect(JSON.stringify(provider.calls())).not.toContain(world.instance);
      expect(dataOf(await world.ask("GET", own("ai-agent")))).toMatchObject({
        usage_today: { replies: 0 },
        state: "on",
      });
    });

    it("and says why it gives no answer, with what is sent then", async () => {
      await world.ask("PATCH", own("auto-reply"), { enabled: true, away_text: "Closed" });
      await withKey("sk-demo-0123456789-nocredit");

      expect(await ask()).toEqual({ answered_by: "away", text: "Closed", why: expect.stringContaining("no_credit") });
    });
  });

  it("refuses a level that has no list", async () => {
    await agentOn();
    await setMenu();

    for (const level of [[1], [9], [2, 1]]) {
      expect(await world.ask("POST", own("automations/try"), { text: "1", level })).toMatchObject({
        status: 422,
        body: { errors: { level: [expect.any(String)] } },
      });
    }
  });

  it("writes nothing and wakes nobody", async () => {
    await agentOn();
    await setMenu();
    const before = [world.table.all().length, world.woken.length];

    await tried("1", { level: [] });
    await tried("Hello");

    expect([world.table.all().length, world.woken.length]).toEqual(before);
    expect(world.rows()).toEqual([]);
  });
});
