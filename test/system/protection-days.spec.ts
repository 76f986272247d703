import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Instance } from "../../core/contracts/instance.ts";
import type { Message } from "../../core/contracts/message.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";

const SHOP = "5511988880000";
const CAFE = "5511988880001";
const ANA = "5511977770001";
/** Long enough for a machine ten times slower than usual. Everything that is timed follows the gateway's own clock. */
const PATIENCE_MS = 180_000;
const DAY_MS = 86_400_000;

/**
 * Tests number protection from a customer's point of view, over several days on the gateway's clock. Spec:
 * Number-protection rule.
 */
describe("a new number that would like to write to everybody", { timeout: PATIENCE_MS }, () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let shop: { id: string };
  /** Another number. People write to it, but it never messages anyone first. */
  let cafe: { id: string };
  /** The date of the first day in the shop's time zone, which has no daylight saving time. */
  let first: string;
  const sent: { id: string; to: string }[] = [];

  /** Returns a local time in the shop's zone, `days` days after the first day. */
  const at = (time: string, days = 0) =>
    `${new Date(Date.parse(`${first}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 11)}${time}-03:00`;
  const moveTo = async (now: string) => expect((await gateway.sandbox("POST", "/clock", { now })).status).toBe(200);
  const forward = (advance_seconds: number) => gateway.sandbox("POST", "/clock", { advance_seconds });
  const read = async (one = shop) =>
    (await gateway.api<{ data: Instance }>("GET", `/v1/instances/${one.id}`)).body.data;
  const message = async (id: string) => (await gateway.api<{ data: Message }>("GET", `/v1/messages/${id}`)).body.data;
  const phoneOf = (person: number) => `55119777702${String(person).padStart(2, "0")}`;
  async function send(to: string, text: string, one = shop): Promise<Message> {
    const answer = await gateway.api<{ data: Message }>("POST", "/v1/messages", { instance_id: one.id, to, text });
    expect(answer.status).toBe(202);
    return answer.body.data;
  }
  const person = (phone: string) => gateway.sandbox("POST", "/phones", { phone, name: `Person ${phone.slice(-2)}` });
  const setProtection = (protection_settings: Record<string, unknown>, one = shop) =>
    gateway.api<{ data: Instance }>("PATCH", `/v1/instances/${one.id}`, { protection_settings });
  const went = async () => {
    const list = await Promise.all(sent.map(async ({ id }, i) => ({ i, status: (await message(id)).status })));
    return list.filter(({ status }) => status !== "queued").map(({ i }) => i + 1);
  };
  /**
   * Advances the clock only a few seconds at a time, because this gateway's pauses and its hour are a thousandth of the
   * documented ones.
   */
  const goes = (id: string) =>
    eventually(
      "it to go",
      async () => {
        await forward(4);
        return (await message(id)).sent_at !== null;
      },
      PATIENCE_MS,
    );

  beforeAll(async () => {
    gateway = await startGateway(folder.path, { PACE: "0.001" });
    await Promise.all([ANA, ...Array.from({ length: 18 }, (_, i) => phoneOf(i + 1))].map(person));
    shop = await linkNumber(gateway, SHOP);
    cafe = await linkNumber(gateway, CAFE, "Café");
    for (const one of [shop, cafe]) await setProtection({ timezone: null }, one); // that of their country
    const { now } = (await gateway.sandbox<{ now: string }>("GET", "/clock")).body;
    first = new Date(Date.parse(now) + DAY_MS).toISOString().slice(0, 10);
    await moveTo(at("21:50:00"));
  }, PATIENCE_MS);
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("has the time zone of its country and the limits of a new number", async () => {
    expect((await read()).protection).toMatchObject({
      new_contacts_limit_today: 10,
      new_contacts_used_today: 0,
      quiet_now: false,
      quiet_hours: { start: "22:00", end: "08:00", timezone: "America/Sao_Paulo" },
      new_chats_paused: false,
      warm_up: { stage: 1, of: 7 },
    });
  });

  it("writes to ten new people in the evening, in order; the eleventh waits for another day", async () => {
    for (let i = 1; i <= 15; i++) sent.push({ id: (await send(phoneOf(i), `Hello number ${i}`)).id, to: phoneOf(i) });
    await goes(sent[9]?.id ?? "");
    await forward(60);

    expect(await went()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await message(sent[10]?.id ?? "")).toMatchObject({
      status: "queued",
      waiting_reason: "daily_cap",
      expected_at: new Date(`${at("08:00:02", 1)}`).toISOString().replace(".000Z", "+00:00"),
    });
    expect((await read()).protection).toMatchObject({
      new_contacts_used_today: 10,
      new_contacts_left_today: 0,
      waiting: { first: 5, known: 0, scheduled: 0 },
    });
  });

  it("writes to nobody new during the night, though another day has begun", async () => {
    await moveTo(at("22:30:00"));
    expect(await message(sent[10]?.id ?? "")).toMatchObject({ waiting_reason: "quiet_hours" });
    await moveTo(at("00:30:00", 1));

    expect((await read()).protection).toMatchObject({ quiet_now: true, new_contacts_used_today: 0 });
    expect(await message(sent[10]?.id ?? "")).toMatchObject({ status: "queued", waiting_reason: "quiet_hours" });
    await moveTo(at("05:00:00", 1));
    expect(await went()).toHaveLength(10);
  });

  it("answers at once, also at night, whoever writes: what waited for them becomes a reply", async () => {
    await gateway.sandbox("POST", `/phones/${phoneOf(14)}/messages`, { to: SHOP, text: "Are you there?" });
    await goes(sent[13]?.id ?? "");
    expect(await went()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14]);
    expect((await inbox(gateway, phoneOf(14))).map(({ text }) => text)).toContain("Hello number 14");
  });

  it("goes on in the morning, in order", async () => {
    await moveTo(at("07:55:00", 1));
    expect(await went()).toHaveLength(11);
    await moveTo(at("08:00:05", 1));
    await goes(sent[14]?.id ?? "");
    expect(await went()).toHaveLength(15);

    // Compare when the phones showed the messages: `sent` waits briefly for `delivered`, so it may arrive after the
    // next message's `sent`.
    const shown = await Promise.all(
      sent.map(async ({ to }, n) => {
        const text = encodeURIComponent(`Hello number ${n + 1}`);
        const path = `/phones/${to}/arrival?text=${text}&wait_seconds=30`;
        const { body } = await gateway.sandbox<{ shown_at_ms: number }>("GET", path);
        return { person: n + 1, at: body.shown_at_ms };
      }),
    );
    const order = shown.sort((one, other) => one.at - other.at).map(({ person }) => person);
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 11, 12, 13, 15]);
    expect((await read()).protection).toMatchObject({ new_contacts_used_today: 4, new_contacts_left_today: 6 });
  });

  it("keeps the night of the customer's own zone, and ends it when the customer takes that back", async () => {
    await moveTo(at("12:10:00", 1));
    const { body } = await setProtection({ timezone: "Asia/Tokyo", quiet_hours_end: "09:30" });
    expect(body.data.protection).toMatchObject({
      quiet_now: true,
      quiet_hours: { start: "22:00", end: "09:30", timezone: "Asia/Tokyo" },
    });
    const held = await send(phoneOf(16), "Good day");
    await forward(60);
    expect(await message(held.id)).toMatchObject({ status: "queued", waiting_reason: "quiet_hours" });

    await setProtection({ timezone: null, quiet_hours_end: null });
    await goes(held.id);
  });

  it("starts no chats while the customer's own switch is on", async () => {
    await setProtection({ new_chats_paused: true });
    const held = await send(phoneOf(17), "One moment");
    await forward(60);
    expect(await message(held.id)).toMatchObject({ status: "queued", waiting_reason: "paused", expected_at: null });
    expect((await read()).protection).toMatchObject({ new_chats_paused: true, new_chats_paused_reason: "by_you" });

    await setProtection({ new_chats_paused: null });
    await goes(held.id);
  });

  it("lets a number to which people write rise to the next stage after seven active days", async () => {
    for (let day = 2; day <= 8; day++) {
      await moveTo(at("08:10:00", day));
      await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: CAFE, text: `Good morning, day ${day}` });
      await eventually("the message to be counted", async () => {
        const list = await gateway.api<{ data: Message[] }>("GET", `/v1/messages?instance_id=${cafe.id}&limit=1`);
        return list.body.data[0]?.body === `Good morning, day ${day}`;
      });
    }
    expect((await read(cafe)).protection.warm_up).toMatchObject({ stage: 1, active_days: 6, next_limit: 15 });
    expect((await setProtection({ new_contacts_per_day: 15 }, cafe)).status).toBe(422);
    await moveTo(at("07:30:00", 9));
    expect((await read(cafe)).protection.warm_up.stage).toBe(1);

    await moveTo(at("08:00:05", 9));

    expect((await read(cafe)).protection).toMatchObject({
      new_contacts_limit_today: 15,
      warm_up: { stage: 2, active_days: 7, next_limit: 20 },
    });
    expect((await setProtection({ new_contacts_per_day: 15 }, cafe)).status).toBe(200);
    // The shop's stage doesn't rise, because the shop's messages were never answered.
    expect((await read()).protection.warm_up.stage).toBe(1);
  });

  it("starts no chats while the network locks them, answers all the same, and can't be deleted", async () => {
    await gateway.sandbox("POST", `/phones/${CAFE}/restrict`, { seconds: 3_600 });
    const locked = await eventually("the lock", async () => {
      const instance = await read(cafe);
      return instance.status_reason === "restricted" ? instance : null;
    });
    expect(locked.status).toBe("working");
    expect(locked.protection).toMatchObject({
      new_chats_paused: true,
      new_chats_paused_reason: "network_lock",
      restricted: true,
    });
    const until = locked.protection.new_chats_paused_until;

    const held = await send(phoneOf(18), "Hello eighteen", cafe);
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: CAFE, text: "Still open?" });
    await eventually("the question", async () => {
      const list = await gateway.api<{ data: Message[] }>("GET", `/v1/messages?instance_id=${cafe.id}&direction=in`);
      return list.body.data.some(({ body }) => body === "Still open?");
    });
    const reply = await send(ANA, "Yes, until 18 h", cafe);
    await goes(reply.id);
    expect(await message(held.id)).toMatchObject({ waiting_reason: "paused", expected_at: until });
    expect(await gateway.api("DELETE", `/v1/instances/${cafe.id}`)).toMatchObject({
      status: 409,
      body: { code: "messenger_restricted" },
    });

    await forward(3_660);
    await goes(held.id);
    await eventually("the end of the lock to show", async () => (await read(cafe)).status_reason === null);
    const { safety } = await read(cafe);
    expect(safety.reasons[0]).toMatchObject({ code: "restricted_recently", points: 30 });
  });
});
