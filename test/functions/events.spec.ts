import { describe, expect, it } from "vitest";
import type { EventType } from "../../core/contracts/event-types.ts";
import { eventRoute, eventWrites } from "../../core/records/event.ts";
import { keys } from "../../core/store/keys.ts";
import { endpointLane } from "../../core/store/lane-names.ts";
import { hasWrites } from "../../core/store/some-writes.ts";
import { apiWorld } from "./api-world.ts";

async function newWorld() {
  const world = apiWorld();
  const account = await world.account();
  const { key } = await world.key(account);
  const instance = await world.instance(account);
  const pass = (seconds: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + seconds * 1000));

  /** Publishes an event the way operations do. @returns its id. */
  async function publish(type: EventType = "message.status", of: string | null = instance, data = {}) {
    const route = await eventRoute(world.deps, account, of);
    const writes = eventWrites(
      world.deps,
      route,
      { account_id: account, instance_id: of, type, data },
      world.clock.now(),
    );
    if (!hasWrites(writes)) return ""; // not chosen
    await world.table.transact(writes);
    const [write] = writes;
    return write && "put" in write ? String(write.put.sk) : "";
  }

  /** Polls once, long enough after the previous poll to stay within the poll limit. */
  async function poll(query = "", asKey = key) {
    pass(2);
    return world.ask("GET", `/v1/events${query}`, { key: asKey });
  }
  return { world, account, key, instance, pass, publish, poll };
}

const idsOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body.data as { id: string }[]).map((one) => one.id);

describe("the account's list of events", () => {
  it("holds from then on, for polling and for every webhook; what was recorded before stays, and tests always come", async () => {
    const { world, account, instance, key, publish, poll, pass } = await newWorld();
    const own = await world.ask("PATCH", `/v1/instances/${instance}/webhook`, {
      key,
      body: { url: "https://198.51.100.7/own" },
    });
    expect(own.body.data).not.toHaveProperty("events");
    const before = await publish("message.status");
    expect(await publish("group.update")).toBe(""); // not chosen unless the account says so

    await world.ask("PATCH", "/v1/webhook", { key, body: { events: ["group.update", "call.received"] } });
    const chosen = [await publish("group.update"), await publish("call.received")];
    const left = [await publish("message.status"), await publish("message.received", null)];
    const test = await publish("webhook.test");
    pass(3);

    expect(left).toEqual(["", ""]);
    expect(idsOf(await poll())).toEqual([before, ...chosen, test]);
    const { items } = await world.table.query({ pk: endpointLane(account, instance), prefix: "Q#", limit: 10 });
    expect(items.map(({ sk }) => sk.slice(2))).toEqual([before, ...chosen, test]);

    await world.ask("PATCH", "/v1/webhook", { key, body: { events: null } });
    expect(await publish("message.status")).not.toBe("");
    expect(await publish("group.update")).toBe("");
  });
});

describe("polling events", () => {
  it("starts from the oldest kept, oldest first, and goes on after next_after until has_more is false", async () => {
    const { publish, poll, pass } = await newWorld();
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.push(await publish());
    pass(3);

    const first = await poll("?limit=3");
    const second = await poll(`?limit=3&after=${first.body.next_after}`);
    const third = await poll(`?limit=3&after=${second.body.next_after}`);
    const fourth = await poll(`?after=${third.body.next_after}`);

    expect([first, second, third].flatMap(idsOf)).toEqual(made);
    expect([first, second, third, fourth].map((page) => page.body.has_more)).toEqual([true, true, false, false]);
    expect(fourth.body).toEqual({ data: [], next_after: made[6], has_more: false });
  });

  it("answers an empty account with no events and no place to go on from", async () => {
    const { poll } = await newWorld();
    expect((await poll()).body).toEqual({ data: [], next_after: null, has_more: false });
  });

  it("gives the very bytes that are posted to webhooks", async () => {
    const { world, account, publish, poll, pass } = await newWorld();
    const id = await publish("message.received", undefined, {
      body: "é 😀 \u2028 </script>",
      number: 1.5,
      nothing: null,
    });
    pass(3);
    const stored = await world.table.get(keys.event(account, id));
    expect((await poll()).text).toBe(`{"data":[${stored?.body}],"next_after":"${id}","has_more":false}`);
  });

  it("shows an event once it is two seconds old", async () => {
    const { world, key, publish, pass } = await newWorld();
    const ask = () => world.ask("GET", "/v1/events", { key });
    pass(60);
    const id = await publish();
    pass(1);
    expect(idsOf(await ask())).toEqual([]);
    pass(1.5);
    expect(idsOf(await ask())).toEqual([id]);
  });

  it("removes nothing by reading", async () => {
    const { publish, poll, pass } = await newWorld();
    await publish();
    pass(3);
    expect(idsOf(await poll())).toEqual(idsOf(await poll()));
  });

  it("filters by types in every spelling, and next_after moves past what they exclude", async () => {
    const { publish, poll, pass } = await newWorld();
    const status = await publish("message.status");
    const received = await publish("message.received");
    const last = await publish("call.received");
    pass(3);

    for (const types of [
      "types[]=message.status&types[]=message.received",
      "types[0]=message.status&types[1]=message.received",
      "types=message.status&types=message.received",
      "types%5B%5D=message.status&types%5B%5D=message.received",
    ]) {
      const page = await poll(`?${types}`);
      expect(idsOf(page), types).toEqual([status, received]);
      expect(page.body.next_after).toBe(last);
    }
    expect(idsOf(await poll("?types=message.status"))).toEqual([status]);
    expect((await poll("?types[]=otp.failed")).body).toEqual({ data: [], next_after: last, has_more: false });
  });

  it("filters by instance; a key made for one instance sees that one's only", async () => {
    const { world, account, instance, publish, poll, pass } = await newWorld();
    const other = await world.instance(account);
    const ours = await publish("message.status", instance);
    await publish("message.status", other);
    await publish("webhook.test", null);
    pass(3);
    const { key: ofInstance } = await world.key(account, { instance_id: instance, kind: "read" });

    expect(idsOf(await poll(`?instance_id=${instance}`))).toEqual([ours]);
    expect(idsOf(await poll("", ofInstance))).toEqual([ours]);
    expect(idsOf(await poll())).toHaveLength(3);
  });

  it("goes on from the place of an event that is no longer kept, or never was", async () => {
    const { world, account, publish, poll, pass } = await newWorld();
    const first = await publish();
    const second = await publish();
    pass(3);
    await world.table.write({ delete: keys.event(account, first) });

    expect(idsOf(await poll(`?after=${first}`))).toEqual([second]);
    expect(idsOf(await poll("?after=evt_00000000000000000000000000"))).toEqual([second]);
    const future = "evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
    expect((await poll(`?after=${future}`)).body).toEqual({ data: [], next_after: future, has_more: false });
  });

  it("no longer shows events past their 30 days", async () => {
    const { publish, poll, pass } = await newWorld();
    const old = await publish();
    pass(29 * 86_400);
    const young = await publish();
    pass(2 * 86_400);
    expect(idsOf(await poll())).toEqual([young]);
    expect(idsOf(await poll(`?after=${old}`))).toEqual([young]);
  });

  it("examines a thousand events a call and then says that there is more", async () => {
    const { publish, poll, pass } = await newWorld();
    for (let i = 0; i < 1_000; i++) await publish("message.status");
    const wanted = await publish("call.received");
    pass(3);

    const first = await poll("?types[]=call.received");
    const second = await poll(`?types[]=call.received&after=${first.body.next_after}`);

    expect(first.body).toMatchObject({ data: [], has_more: true });
    expect(idsOf(second)).toEqual([wanted]);
    expect(second.body.has_more).toBe(false);
  });

  it("gives 50 unless told", async () => {
    const { publish, poll, pass } = await newWorld();
    for (let i = 0; i < 51; i++) await publish();
    pass(3);
    expect(idsOf(await poll())).toHaveLength(50);
  });
});
