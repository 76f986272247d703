import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { inbox, linkNumber } from "../../support/linked-number.ts";

const [SHOP, OTHER] = ["5511988880000", "5511988880001"];
const [ANA, BEA, CARL] = ["5511977770001", "5511977770002", "5511977770003"];
/** More time than even the slowest machine needs for three texts. */
const WAIT_SEC = 20;
const KNOWLEDGE = "We deliver in the city for free. Canary of the shop.";
const MENU = {
  enabled: true,
  greeting: "Welcome to the other shop!",
  handover_message: "A colleague will write.",
  choices: [
    { label: "Opening hours", outcome: "answer", answer: "From 9 to 5." },
    { label: "A person", outcome: "handover" },
  ],
};

/** Tests how people experience instances that answer automatically, over HTTP only. Spec: AI agent; Menu. */
describe("an instance that answers by itself", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let shop: string;
  let other: string;

  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    shop = (await linkNumber(gateway, SHOP)).id;
    other = (await linkNumber(gateway, OTHER, "Other")).id;
    for (const phone of [ANA, BEA, CARL]) await gateway.sandbox("POST", "/phones", { phone, name: "Canary Name" });
    const agent = {
      enabled: true,
      provider: "openai",
      api_key: gateway.aiDemoKey,
      knowledge: KNOWLEDGE,
      wait_seconds: WAIT_SEC,
    };
    expect((await gateway.api("PATCH", `/v1/instances/${shop}/ai-agent`, agent)).status).toBe(200);
    expect((await gateway.api("PUT", `/v1/instances/${other}/menu`, MENU)).status).toBe(200);
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const write = (phone: string, to: string, text: string) =>
    gateway.sandbox("POST", `/phones/${phone}/messages`, { to, text });
  const seen = async (phone: string, from: string) =>
    (await inbox(gateway, phone)).filter((message) => message.from === from).map(({ text }) => String(text));
  /**
   * Advances the clock until the answers have arrived, because an answer waits until the person has been silent for a
   * while.
   */
  const answered = (phone: string, from: string, count: number) =>
    eventually(`${count} answers to ${phone}`, async () => {
      const texts = await seen(phone, from);
      if (texts.length >= count) return texts;
      await gateway.sandbox("POST", "/clock", { advance_seconds: WAIT_SEC });
      return null;
    });
  const received = (phone: string, count: number) =>
    eventually(`${count} texts of ${phone}`, async () => {
      const list = await gateway.api<{ data: unknown[] }>("GET", `/v1/messages?phone=${phone}&direction=in`);
      return list.body.data.length >= count;
    });
  const calls = async () => {
    const answer = await fetch(`${gateway.aiUrl}/calls`);
    return (await answer.json()) as { path: string; body: unknown }[];
  };
  const agent = async () =>
    (await gateway.api<{ data: Record<string, unknown> }>("GET", `/v1/instances/${shop}/ai-agent`)).body.data;

  it("has its agent tried behind the PATCH, and its key shown by four characters", async () => {
    await eventually("the try of the key", async () => (await calls()).some(({ path }) => path.includes("models")));
    expect(await agent()).toMatchObject({
      state: "on",
      state_reason: null,
      api_key_last4: gateway.aiDemoKey.slice(-4),
    });
    expect(JSON.stringify(await agent())).not.toContain(gateway.aiDemoKey);
  });

  it("answers fragments once, from its knowledge, and nothing of other chats, numbers and names is in the prompt", async () => {
    await write(BEA, SHOP, "Canary of Bea");
    await answered(BEA, SHOP, 1);
    for (const text of ["hi", "do you", "deliver?"]) await write(ANA, SHOP, text);
    await received(ANA, 3);
    expect(await answered(ANA, SHOP, 1)).toEqual(["We deliver in the city for free."]);

    const last = JSON.stringify((await calls()).at(-1));
    expect(last).toContain("Canary of the shop");
    for (const canary of ["Canary of Bea", "Canary Name", ANA, SHOP, gateway.aiDemoKey, gateway.apiKey])
      expect(last).not.toContain(canary);
    for (const canary of ["Canary", "deliver", ANA]) expect(gateway.output()).not.toContain(canary);
    expect((await agent()).usage_today).toMatchObject({ replies: 2 });
    const chat = await gateway.api<{ data: Record<string, unknown> }>("GET", `/v1/instances/${shop}/chats/${ANA}`);
    expect(chat.body.data).toMatchObject({ handled_by: "ai", waiting: false });
  });

  it("is silent for 60 minutes behind a reply that was typed on the phone", async () => {
    await gateway.sandbox("POST", `/phones/${SHOP}/messages`, { to: ANA, text: "This is Tom" });
    await answered(ANA, SHOP, 2);
    await write(ANA, SHOP, "Do you deliver?");
    await gateway.sandbox("POST", "/clock", { advance_seconds: 59 * 60 });
    expect((await seen(ANA, SHOP)).length).toBe(2);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 120 });
    await write(ANA, SHOP, "Do you deliver now?");
    expect((await answered(ANA, SHOP, 3)).at(-1)).toBe("We deliver in the city for free.");
  });

  it("with a menu sends what the try-out says, and none of it to a group, to STOP or to a link's code", async () => {
    const tried = await gateway.api<{ data: Record<string, unknown> }>(
      "POST",
      `/v1/instances/${other}/automations/try`,
      { text: "hello" },
    );
    await write(CARL, OTHER, "hello");
    expect(await answered(CARL, OTHER, 1)).toEqual([tried.body.data.text]);
    await write(CARL, OTHER, "１");
    expect((await answered(CARL, OTHER, 2)).at(-1)).toBe("From 9 to 5.");

    const made = await gateway.sandbox<{ chat_id: string }>("POST", "/groups", {
      ...{ subject: "Friends", owner: BEA, participants: [OTHER] },
    });
    await gateway.sandbox("POST", `/phones/${BEA}/messages`, { chat_id: made.body.chat_id, text: "hello all" });
    const body = { instance_id: other, channel: "link", brand: "Tea House" };
    const otp = (await gateway.api<{ data: { code: string } }>("POST", "/v1/otps", body)).body.data;
    await write(BEA, OTHER, otp.code);
    expect(await answered(BEA, OTHER, 1)).toEqual([expect.stringContaining("confirmed")]);
    await write(BEA, OTHER, "STOP");
    await gateway.sandbox("POST", "/clock", { advance_seconds: 60 });
    // STOP gets only its own reply.
    expect((await seen(BEA, OTHER)).slice(1)).toEqual([expect.not.stringContaining("Welcome")]);
  });

  it("that talks to another one ends by itself, after 12 answers each at most", async () => {
    const agent = {
      enabled: true,
      provider: "openai",
      api_key: gateway.aiDemoKey,
      knowledge: KNOWLEDGE,
      wait_seconds: 0,
    };
    await gateway.api("PUT", `/v1/instances/${other}/menu`, { ...MENU, enabled: false });
    for (const id of [shop, other]) await gateway.api("PATCH", `/v1/instances/${id}/ai-agent`, agent);
    // This text is sent through the API, because a message typed on the phone would silence the shop's automations.
    expect((await gateway.api("POST", "/v1/messages", { instance_id: shop, to: OTHER, text: "hello" })).status).toBe(
      202,
    );
    await eventually("the end of it", async () => {
      const log = await gateway.api<{ data: { action: string }[] }>("GET", "/v1/activity");
      if (log.body.data.some(({ action }) => action === "automation.loop_stopped")) return true;
      return false;
    });
    expect((await seen(SHOP, OTHER)).length).toBeLessThanOrEqual(12);
  });
});
