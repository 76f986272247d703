import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Broadcast, BroadcastRecipient } from "../../core/contracts/broadcasts/broadcast.ts";
import { secondsToNoonOf } from "../support/daytime.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";

const SHOP = "15550001041";
const PEOPLE = Array.from({ length: 28 }, (_, n) => `155500051${String(n).padStart(2, "0")}`);
const [ANA = "", BEN = ""] = PEOPLE;
const STRANGER = "15550005199";
const DAY_SEC = 86_400;
/** Long enough for a machine ten times slower than usual. Everything that is timed follows the gateway's own clock. */
const PATIENCE_MS = 180_000;

/** Tests broadcasts from a customer's point of view, over several days on the gateway's clock. Spec: broadcasts. */
describe("a broadcast to people who wrote", { timeout: PATIENCE_MS }, () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let instance: string;
  let id: string;

  const read = async (one = id) => (await gateway.api<{ data: Broadcast }>("GET", `/v1/broadcasts/${one}`)).body.data;
  const forward = (advance_seconds: number) => gateway.sandbox("POST", "/clock", { advance_seconds });
  const write = (from: string, text: string) => gateway.sandbox("POST", `/phones/${from}/messages`, { to: SHOP, text });
  const texts = async (phone: string) => (await inbox(gateway, phone)).map(({ text }) => String(text));
  const news = async (phone: string) => (await texts(phone)).filter((text) => text.includes("fresh tea"));
  const events = async (type: string) =>
    (await gateway.api<{ data: { data: Record<string, unknown> }[] }>("GET", `/v1/events?types=${type}`)).body.data;
  const stage = async () =>
    (await gateway.api<{ data: { protection: { warm_up: { stage: number } } } }>("GET", `/v1/instances/${instance}`))
      .body.data.protection.warm_up.stage;
  /**
   * Advances the clock only a few seconds at a time, because this gateway's pauses and its hour are a thousandth of the
   * documented ones.
   */
  const until = (what: string, isSo: (broadcast: Broadcast) => boolean) =>
    eventually(
      what,
      async () => {
        if (isSo(await read())) return true;
        await forward(2);
        return false;
      },
      PATIENCE_MS,
    );

  beforeAll(async () => {
    gateway = await startGateway(folder.path, { PACE: "0.001" });
    const phones = [...PEOPLE, STRANGER].map((phone) => ({ phone, name: `Person ${phone.slice(-2)}` }));
    await gateway.sandbox("POST", "/phones", { phones });
    await forward(secondsToNoonOf(ANA, await gateway.now())); // nobody is written to in a night of their own
    instance = (await linkNumber(gateway, SHOP)).id;
    for (const phone of PEOPLE) await write(phone, "Hello");
    await eventually("everybody to have written", async () => {
      const answer = await gateway.api<{ data: unknown[] }>("GET", `/v1/instances/${instance}/contacts?limit=100`);
      return answer.body.data.length >= PEOPLE.length;
    });
  }, PATIENCE_MS);
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("is told beforehand that a new number sends none, and pauses by itself until it has warmed up", async () => {
    const recipients = [...PEOPLE, STRANGER, ANA, "nonsense"].map((phone) => ({ phone }));
    const body = { instance_id: instance, audience: "phones", recipients, name: "Tea", language: "en" };
    const text = "Hello {name|there}, we have fresh tea.";
    const made = await gateway.api<{ data: Broadcast }>("POST", "/v1/broadcasts", { ...body, text });
    expect(made.status).toBe(201);
    ({ id } = made.body.data);
    expect(made.body.data).toMatchObject({
      status: "running",
      progress: { total: 28, waiting: 28 },
      left_out: { count: 3, reasons: { never_wrote: 1, duplicate: 1, invalid: 1, opted_out: 0 } },
      warnings: [{ code: "stage_allows_none" }],
    });
    await until("it to pause", ({ status }) => status === "paused");
    expect((await read()).reason?.code).toBe("warm_up");
    expect(await news(ANA)).toEqual([]);
  });

  it("goes on by itself when the number has warmed up: 25 on the first day, each of them once", async () => {
    for (let day = 0; day < 8 && (await stage()) === 1; day++) {
      await write(ANA, `Day ${day}`);
      await forward(60);
      await forward(DAY_SEC - 60);
    }
    expect(await stage()).toBe(2);
    await until("25 to have gone", ({ progress }) => progress.waiting === 3);
    await until("it to pause for the day", ({ status }) => status === "paused");
    const { reason, progress } = await read();
    expect([reason?.code, progress.waiting]).toEqual(["daily_limit", 3]);
    expect(await news(ANA)).toEqual([
      `Hello Person ${ANA.slice(-2)}, we have fresh tea.\n\nReply STOP to get no more messages like this.`,
    ]);
  });

  it("counts who answers, and who asks for no more gets one confirmation and no other broadcast", async () => {
    await write(BEN, "Yes please");
    await write(ANA, "Stop.");
    await until("both to be counted", ({ progress }) => progress.replied === 1 && progress.opted_out === 1);
    await until("the confirmation to come", () => true);
    await eventually("the confirmation", async () => {
      await forward(2);
      return (await texts(ANA)).some((text) => text.includes("START"));
    });
    const other = await gateway.api<{ data: Broadcast }>("POST", "/v1/broadcasts", {
      ...{ instance_id: instance, text: "More", audience: "recent", draft: true },
    });
    expect(other.body.data.left_out.reasons.opted_out).toBe(1);
    expect(other.body.data.progress.total).toBe(27);
  });

  it("is paused and resumed by hand, and completes the next day, once", async () => {
    expect((await gateway.api("POST", `/v1/broadcasts/${id}/pause`)).status).toBe(200);
    await forward(DAY_SEC);
    expect(await read()).toMatchObject({
      status: "paused",
      reason: { code: "paused_by_you" },
      progress: { waiting: 3 },
    });
    expect((await gateway.api("POST", `/v1/broadcasts/${id}/resume`)).status).toBe(200);
    await until("it to be completed", ({ status }) => status === "completed");
    const all: string[] = [];
    for (const phone of PEOPLE) all.push(...(await news(phone)));
    expect(all.length).toBe(28);
    expect(await news(STRANGER)).toEqual([]);
    await forward(3); // until events can be polled
    const completed = await events("broadcast.completed");
    expect(completed.map(({ data }) => data.id)).toEqual([id]);
    expect(JSON.stringify([completed, await events("broadcast.paused")])).not.toMatch(/fresh tea|1555000/);
    const { progress } = await read();
    expect(progress).toMatchObject({ total: 28, waiting: 0, failed: 0, opted_out: 1, replied: 1, percent: 100 });
  });

  it("lists its people with their messages", async () => {
    const path = `/v1/broadcasts/${id}/recipients`;
    const { data } = (await gateway.api<{ data: BroadcastRecipient[] }>("GET", path)).body;
    expect(data.map(({ phone }) => phone)).toEqual(PEOPLE);
    expect(data.map(({ status }) => status).slice(0, 2)).toEqual(["opted_out", "replied"]);
    for (const { message_id } of data) expect(message_id).toMatch(/^msg_/);
  });
});
