import { describe, expect, it } from "vitest";
import type { Instance } from "../../core/contracts/instance.ts";
import { NEW_WARM_UP } from "../../core/domain/protection/warm-up.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { apiWorld } from "./api-world.ts";

async function newWorld() {
  const world = apiWorld();
  const account = await world.account();
  const { key, id: key_id } = await world.key(account);
  const id = await world.instance(account, "Shop");
  const ask = (method: string, path: string, body?: unknown) =>
    world.ask(method, path, { key, ...(body !== undefined && { body }) });
  const patch = async (body: unknown) => {
    const answer = await ask("PATCH", `/v1/instances/${id}`, body);
    return { ...answer, instance: answer.body.data as Instance };
  };
  const activities = () => world.table.query({ pk: keys.activity(account, "").pk, limit: 10 });
  const read = async () => (await ask("GET", `/v1/instances/${id}`)).body.data as Instance;
  return { world, account, key_id, id, ask, patch, read, activities };
}

describe("changing an instance", () => {
  it("changes what is sent and nothing else, and answers 200 with the instance", async () => {
    const { patch, read, id } = await newWorld();
    const before = await read();

    const answer = await patch({ name: " Bakery ", reject_calls: true });

    expect(answer).toMatchObject({ status: 200, instance: { id, name: "Bakery", reject_calls: true } });
    expect(await read()).toEqual({ ...before, name: "Bakery", reject_calls: true });
    expect((await patch({})).instance).toEqual(await read());
    expect((await patch({ external_ref: "not here", status: "working" })).instance).toEqual(await read());
  });

  it("keeps the customer's own protection settings; null restores the recommended value", async () => {
    const { patch, read } = await newWorld();

    await patch({ protection_settings: { new_contacts_per_day: 4, typing: false, quiet_hours_start: "20:30" } });
    const { instance } = await patch({ protection_settings: { typing: null, timezone: "America/Sao_Paulo" } });

    expect(instance.protection_settings).toMatchObject({
      new_contacts_per_day: 4,
      typing: null,
      quiet_hours_start: "20:30",
      quiet_hours_end: null,
      timezone: "America/Sao_Paulo",
    });
    expect(instance.protection).toMatchObject({
      new_contacts_limit_today: 4,
      quiet_hours: { start: "20:30", end: "08:00", timezone: "America/Sao_Paulo" },
    });
    expect(await read()).toEqual(instance);
  });

  it("makes the lane look again, so that new settings count at once", async () => {
    const { world, id, patch } = await newWorld();
    world.woken.length = 0;

    await patch({ protection_settings: { new_chats_paused: true } });

    expect(world.woken).toContain(instanceLane(id));
    expect(await world.table.get(keys.sending(id))).toMatchObject({ settings: { new_chats_paused: true } });
  });

  it("shows the customer's own switch as the reason why new chats are paused", async () => {
    const { patch } = await newWorld();

    const { instance } = await patch({ protection_settings: { new_chats_paused: true } });

    expect(instance.protection).toMatchObject({
      new_chats_paused: true,
      new_chats_paused_reason: "by_you",
      new_chats_paused_until: null,
    });
  });

  it.each([
    ["new_contacts_per_day", 11, /from 0 to 10, the maximum for warm-up stage 1/],
    ["new_contacts_per_day", -1, /from 0 to 10/],
    ["messages_per_day", 51, /warm-up stage 1/],
    ["broadcast_per_day", 1, /does not allow any yet/],
    ["first_message_interval_seconds", 59, /from 60 to 3600 seconds/],
    ["first_message_interval_seconds", 61.5, /whole number/],
    ["messages_per_hour", "30", /whole number from 1 to 60/],
    ["quiet_hours_start", "22:30", /from 18:00 to 22:00/],
    ["quiet_hours_end", "07:59", /from 08:00 to 12:00/],
    ["quiet_hours_end", "8:00", /HH:MM/],
    ["timezone", "Mars/Olympus", /time zone/],
    ["timezone", "+03:00", /time zone/],
    ["typing", "yes", /true or false/],
    ["hold_first_messages_hours", 169, /from 1 to 168 hours/],
  ])("refuses %s: %j with 422, names the field, and changes nothing", async (setting, value, sentence) => {
    const { patch, read, activities } = await newWorld();
    const before = await read();

    const answer = await patch({ name: "Other", protection_settings: { [setting]: value, reply_interval_seconds: 5 } });

    expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    const { errors } = answer.body as { errors: Record<string, string[]> };
    expect(Object.keys(errors)).toEqual([`protection_settings.${setting}`]);
    expect(errors[`protection_settings.${setting}`]?.[0]).toMatch(sentence);
    expect(await read()).toEqual(before);
    expect((await activities()).items).toEqual([]);
  });

  it.each([
    [{ name: "" }, "name"],
    [{ name: null }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ reject_calls: 1 }, "reject_calls"],
    [{ protection_settings: [] }, "protection_settings"],
    [{ protection_settings: null }, "protection_settings"],
  ])("refuses %j", async (body, field) => {
    const { patch } = await newWorld();
    const answer = await patch(body);
    expect(answer.status).toBe(422);
    expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([field]);
  });

  it("allows more at a higher warm-up stage, also one that is due but not stored yet", async () => {
    const { world, id, patch } = await newWorld();
    await world.table.write({
      update: keys.safety(id),
      set: { warm_up: { ...NEW_WARM_UP, stage: 4 }, counted_to: "2026-11-20" },
      add: { rev: 1 },
    });

    expect((await patch({ protection_settings: { new_contacts_per_day: 30, broadcast_per_day: 100 } })).status).toBe(
      200,
    );
    expect((await patch({ protection_settings: { new_contacts_per_day: 31 } })).status).toBe(422);
  });

  it("is written in the activity log with the key that made it, names only", async () => {
    const { key_id, id, patch, activities } = await newWorld();

    await patch({ name: "Secret plans", protection_settings: { typing: false } });

    expect((await activities()).items).toEqual([
      expect.objectContaining({
        action: "instance.changed",
        owner: id,
        key_id,
        changed: ["name", "protection_settings.typing"],
      }),
    ]);
    expect(JSON.stringify((await activities()).items)).not.toContain("Secret plans");
  });

  it("lets none of two racing changes get lost", async () => {
    const { patch, read } = await newWorld();

    await Promise.all([
      patch({ protection_settings: { typing: false } }),
      patch({ protection_settings: { messages_per_hour: 12 } }),
      patch({ reject_calls: true }),
    ]);

    expect(await read()).toMatchObject({
      reject_calls: true,
      protection_settings: { typing: false, messages_per_hour: 12 },
    });
  });

  it("is not for keys that only send, nor for another account's instance", async () => {
    const { world, account, id } = await newWorld();
    const { key: sending } = await world.key(account, { kind: "send" });
    const { key: foreign } = await world.key(await world.account());
    const as = (key: string) => world.ask("PATCH", `/v1/instances/${id}`, { key, body: { name: "Mine" } });

    expect(await as(sending)).toMatchObject({ status: 403, body: { code: "key_not_allowed" } });
    expect(await as(foreign)).toMatchObject({ status: 404, body: { code: "instance_not_found" } });
  });

  it("is not found once it was deleted, also when that happens meanwhile", async () => {
    const { world, id, ask, patch } = await newWorld();
    await ask("DELETE", `/v1/instances/${id}`);
    expect((await patch({ name: "Late" })).status).toBe(404);
    expect(await world.table.get(keys.instance(id))).toMatchObject({ name: "Shop" });
  });
});

describe("the list of instances", () => {
  it("shows each with today's protection, at the same reads for each whatever it has sent", async () => {
    const { world, account, ask } = await newWorld();
    for (let i = 0; i < 3; i++) await world.instance(account);

    const { body } = await ask("GET", "/v1/instances");

    expect((body.data as Instance[]).map(({ protection }) => protection.new_contacts_left_today)).toEqual([
      10, 10, 10, 10,
    ]);
    expect((body.data as Instance[]).every(({ safety, protection }) => safety.score === protection.safety.score)).toBe(
      true,
    );
  });

  it("counts what waits: first messages, to known people, and scheduled ones", async () => {
    const { id, ask, read } = await newWorld();
    const send = (to: string, more = {}) =>
      ask("POST", "/v1/messages", { instance_id: id, to, text: "Hello", ...more });
    await send("5511999990001");
    await send("5511999990002");
    await send("5511999990003", { send_at: "2026-11-21T10:00:00Z" });

    expect((await read()).protection.waiting).toEqual({ first: 2, known: 0, scheduled: 1 });
  });
});
