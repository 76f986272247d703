import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { inbox, linkNumber } from "../../support/linked-number.ts";

const SHOP = "15550001061";
const ANA = "15550005161";
const BEN = "15550005162";
const PRICES = Buffer.from("%PDF-1.4\n%%EOF\n");

type Json = Record<string, unknown>;

/**
 * Tests settings made by a customer: the try-out must return the same answers that people then receive. Spec: AI agent;
 * Menu.
 */
describe("what answers by itself", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;

  const own = (path: string) => `/v1/instances/${instance}/${path}`;
  const api = async (method: string, path: string, body?: Json) => {
    const answer = await gateway.api<{ data: Json }>(method, own(path), body);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return answer.body.data;
  };
  const tried = async (text: string, more: Json = {}) => {
    const { answered_by, text: said } = await api("POST", "automations/try", { text, ...more });
    return { answered_by, said };
  };
  const write = (from: string, text: string) => gateway.sandbox("POST", `/phones/${from}/messages`, { to: SHOP, text });
  const fromShop = async (phone: string) => (await inbox(gateway, phone)).filter(({ from }) => from === SHOP);
  /** Makes a person write. @returns the shop's next message to them. */
  async function answerTo(person: string, text: string): Promise<Json> {
    const before = (await fromShop(person)).length;
    await write(person, text);
    return eventually(`the answer to "${text}"`, async () => {
      await gateway.sandbox("POST", "/clock", { advance_seconds: 2 });
      return (await fromShop(person))[before] ?? null;
    });
  }

  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1", PACE: "0.01" });
    for (const phone of [ANA, BEN]) await gateway.sandbox("POST", "/phones", { phone, name: "Ana" });
    instance = (await linkNumber(gateway, SHOP)).id;
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("is what the try-out says: the menu's list, a choice, a file, the agent", async () => {
    const knowledge = "We are open from 9 to 18.";
    await api("PATCH", "ai-agent", { enabled: true, api_key: gateway.aiDemoKey, knowledge, wait_seconds: 0 });
    const media = { data: PRICES.toString("base64"), mimetype: "application/pdf", filename: "prices.pdf" };
    const menu = await api("PUT", "menu", {
      enabled: true,
      greeting: "Hello",
      choices: [
        { label: "Delivery", outcome: "answer", answer: "3 euros" },
        { label: "Prices", outcome: "answer", answer: "Here they are", media },
        { label: "Ask", outcome: "ai" },
      ],
    });
    // PUT accepts the menu as GET returns it, including its file.
    await api("PUT", "menu", await api("GET", "menu"));

    const open = { level: [] };
    const expected = [
      ["Good day", await tried("Good day")],
      ["1", await tried("1", open)],
      ["2", await tried("2", open)],
    ] as const;
    for (const [text, { answered_by, said }] of expected) {
      expect(answered_by).toBe("menu");
      const answer = await answerTo(ANA, text);
      expect(answer.text).toBe(said);
      if (text === "2") expect(answer.media).toMatchObject({ filename: "prices.pdf", size: PRICES.length });
    }
    expect(await tried("3", { ...open, call: false })).toEqual({ answered_by: "ai", said: null });
    expect(JSON.stringify(menu)).toContain("prices.pdf");

    await api("PUT", "menu", { enabled: false, choices: [] });
    const { answered_by, said } = await tried("When are you open?", { call: true });
    expect([answered_by, said]).toEqual(["ai", expect.stringContaining("9 to 18")]);
    expect((await answerTo(BEN, "When are you open?")).text).toBe(said);
    expect(await api("GET", "ai-agent")).toMatchObject({ state: "on", usage_today: { replies: 1 } });
  });
});
