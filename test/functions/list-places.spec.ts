import { beforeAll, describe, expect, it } from "vitest";
import { idBound } from "../../core/domain/ulid-bound.ts";
import { listContacts } from "../../core/operations/contacts/list-contacts.ts";
import type { Caller } from "../../core/records/accounts/caller.ts";
import { broadcastItem } from "../../core/records/broadcasts/broadcast.ts";
import { pageWrite } from "../../core/records/webhooks/delivered.ts";
import { keys } from "../../core/store/keys.ts";
import { someBroadcast } from "../support/made-broadcast.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { countingReads } from "../support/read-units.ts";
import { chatOf, putLabelled, storedMessage } from "../support/stored-chats.ts";
import { type Answer, apiWorld } from "./api-world.ts";

// Tests lists that can also be paged by `offset` or `page`: where links.next points, and how much a page costs.

const NOW = Date.parse("2026-11-20T09:30:05.000Z");
const PERSON = "5511900000000";
const table = countingReads(new MemoryTable());
const world = apiWorld(table);
let account: string;
let instance: string;
let key: string;

const id = (n: number) => `${idBound("msg", new Date(NOW - 3_600_000))}${String(n).padStart(16, "0")}`;
const groupId = (n: number) => `12036302${String(n).padStart(10, "0")}@g.us`;
const groupRecord = { name: "Team", my_role: "member", size: 2, settings: {}, described: true };

beforeAll(async () => {
  account = await world.account();
  instance = await world.instance(account);
  key = (await world.key(account)).key;
  await table.write({ put: { ...keys.label(instance, 1), name: "Paid", color: 1 } });
  for (let n = 0; n < 300; n++) {
    const phone = String(Number(PERSON) + n);
    const chat = {
      name: `Ana ${n}`,
      phone,
      chat_id: `${phone}@s.whatsapp.net`,
      last_ms: NOW - n * 1_000,
      last_id: id(n),
    };
    await table.write({ put: chatOf(instance, phone, { ...chat, labels: [1] }) });
    await putLabelled(table, instance, phone, [1]);
    const own = { account_id: account, instance_id: instance };
    const fields = { phone: PERSON, person: PERSON, chat_id: `${PERSON}@s.whatsapp.net` };
    await table.write({ put: storedMessage(own, id(n), new Date(NOW - 3_600_000), fields) });
    await table.write({ put: { ...keys.group(instance, groupId(n)), ...groupRecord } });
    const broadcast = someBroadcast(new Date(NOW), 0, {
      id: `brd_01JD3X4Y5Z6A7B8C9D0E${String(n).padStart(6, "0")}`,
      ...own,
      status: "completed",
    });
    await table.write({ put: broadcastItem(broadcast) });
  }
  await world.ask("PATCH", "/v1/webhook", { key, body: { url: "https://shop.example/hook" } });
  await putHistory();
});

/**
 * Stores 300 activity log entries, 300 undeliverable events, and 300 delivered events, ten of which are stored
 * together.
 */
async function putHistory(): Promise<void> {
  const created_at = new Date(NOW - 3_600_000).toISOString();
  const ttl = NOW / 1_000 + 86_400;
  const own = { account_id: account, instance_id: instance, created_at, ttl };
  const madeId = (prefix: string, n: number) =>
    `${idBound(prefix, new Date(created_at))}${String(n).padStart(16, "0")}`;
  const line = {
    owner: instance,
    action: "chat.changed",
    at: created_at,
    key_id: "key_seed",
    source: "",
    changed: [],
    ttl,
  };
  for (let n = 0; n < 300; n++) {
    const act = madeId("act", n);
    await table.write({ put: { ...keys.activity(account, act), ...line, id: act } });
    const evt = madeId("evt", n);
    await table.write({ put: { ...keys.event(account, evt), ...own, id: evt, type: "message.sent" } });
    const failed = {
      owner: "account",
      type: "message.sent",
      tries: 10,
      status: 500,
      error: null,
      failed_at: created_at,
    };
    await table.write({ put: { ...keys.failedDelivery(account, "account", evt), ...own, ...failed, event_id: evt } });
  }
  const delivered = (n: number) => ({ event_id: madeId("evt", n), at: NOW + n, status: 200, ms: 5, tries: 1 });
  for (let first = 0; first < 300; first += 10) {
    const ten = Array.from({ length: 10 }, (_, n) => delivered(first + n));
    await table.write(pageWrite({ account_id: account, owner: "account" }, ten));
  }
}

async function ask(path: string, asKey = key): Promise<Answer & { units: number }> {
  world.clock.moveTo(new Date(world.clock.now().getTime() + 1_000));
  table.units = 0;
  const answer = await world.ask("GET", path, { key: asKey });
  return { ...answer, units: table.units };
}
const nextOf = (answer: Answer) => {
  const { next } = answer.body.links as { next: string | null };
  return next === null ? null : next.replace(/^https?:\/\/[^/]+/, "");
};

const LISTS: [string, () => string, number][] = [
  ["contacts", () => `/v1/instances/${instance}/contacts?limit=20`, 300],
  ["contacts that are searched for", () => `/v1/instances/${instance}/contacts?search=ana&limit=20`, 300],
  ["groups", () => `/v1/instances/${instance}/groups?limit=20`, 300],
  ["a chat's history", () => `/v1/instances/${instance}/chats/${PERSON}/history?limit=20`, 300],
  ["chats", () => `/v1/chats?instance_id=${instance}`, 300],
  ["chats of the account that are searched for", () => "/v1/chats?search=ana", 300],
  ["chats of a label", () => `/v1/instances/${instance}/labels/1/chats`, 300],
  ["broadcasts", () => "/v1/broadcasts", 300],
  ["broadcasts of an instance", () => `/v1/broadcasts?instance_id=${instance}&status=completed`, 300],
];

/** Lists that can be paged only by cursor. The message lists share a scope with the foreign-cursor test. */
const BY_CURSOR: typeof LISTS = [
  ["messages", () => "/v1/messages?limit=20", 300],
  ["messages of an instance", () => `/v1/messages?instance_id=${instance}&limit=20`, 300],
  ["messages of a phone", () => `/v1/messages?phone=${PERSON}&limit=20`, 300],
  ["the activity log", () => "/v1/activity?key_id=key_seed&limit=20", 300],
  ["deliveries that failed", () => "/v1/webhook/deliveries?status=failed&limit=20", 300],
  ["deliveries that were accepted", () => "/v1/webhook/deliveries?status=delivered&limit=20", 300],
];

describe("a list by links.next", () => {
  it.each([...LISTS, ...BY_CURSOR])(
    "of %s has each entry once, and no page costs more than the first",
    async (_, path, count) => {
      const ids: unknown[] = [];
      const units: number[] = [];
      for (let next: string | null = path(); next !== null; ) {
        const answer = await ask(next);
        expect(answer.status, answer.text).toBe(200);
        ids.push(...(answer.body.data as { id?: unknown; event_id?: unknown }[]).map((one) => one.id ?? one.event_id));
        units.push(answer.units);
        next = nextOf(answer);
      }
      expect(new Set(ids).size).toBe(count);
      expect(ids.length).toBe(count);
      expect(units.length).toBeGreaterThan(5);
      expect(Math.max(...units)).toBeLessThanOrEqual((units[0] ?? 0) * 1.1 + 1);
    },
  );

  it.each(LISTS)("of %s takes no cursor that is another list's, another account's or made up", async (_, path) => {
    const next = nextOf(await ask(path())) ?? "";
    const cursor = new URLSearchParams(next.split("?")[1]).get("cursor") ?? "";
    const foreign = new URLSearchParams(nextOf(await ask("/v1/messages?limit=1"))?.split("?")[1]).get("cursor") ?? "";
    const base = `${path()}${path().includes("?") ? "&" : "?"}cursor=`;
    for (const wrong of [
      foreign,
      cursor.replace(/\.(.)/, (_, first) => `.${first === "A" ? "B" : "A"}`),
      "x",
      "MCBh.AAAAAAAAAAAAAAAAAAAAAA",
    ]) {
      const answer = await ask(`${base}${wrong}`);
      expect([answer.status, Object.keys(answer.body.errors ?? {})], wrong).toEqual([422, ["cursor"]]);
    }
    expect((await ask(`${base}${cursor}`)).status).toBe(200);

    const other = await world.account();
    const otherKey = (await world.key(other)).key;
    expect((await ask(next, otherKey)).status).toBeGreaterThanOrEqual(404);
  });

  it("is read by a cursor or an offset, and a search keeps its own cursor", async () => {
    const next = nextOf(await ask(`/v1/instances/${instance}/contacts?search=ana&limit=20`)) ?? "";
    expect(new URLSearchParams(next.split("?")[1]).get("search")).toBe("ana");
    const both = await ask(`${next}&offset=20`);
    expect([both.status, both.body.errors]).toEqual([422, { cursor: ["Use either a cursor or an offset, not both."] }]);
    expect((await ask(next.replace("search=ana", "search=an"))).status).toBe(422);
    expect((await ask(next)).body.meta).toEqual({ limit: 20, offset: 20 });
  });

  it("goes behind the last page that may be asked for by its number", async () => {
    for (const path of ["/v1/chats?page=401", "/v1/broadcasts?page=1001"]) {
      const answer = await ask(path);
      expect([answer.status, String(answer.body.errors)]).toEqual([422, "[object Object]"]);
      expect(JSON.stringify(answer.body.errors)).toContain("Follow links.next");
    }
    const next = nextOf(await ask("/v1/chats"));
    const later = await ask(String(next).replace("page=2", "page=401"));
    expect([later.status, later.body.meta]).toEqual([200, { current_page: 2, per_page: 50 }]);
  });
});

describe("6,000 contacts", () => {
  const caller = { account_id: "acc_1", key_id: "key_1", user_id: null } as Caller;
  const rates = { count: async () => ({ passes: true }) as never };
  const now = new Date(NOW);
  const many = countingReads(new MemoryTable());
  const MANY = 6_000;

  beforeAll(async () => {
    for (let n = 0; n < MANY; n++) {
      const chat = { last_ms: NOW, name: n === 5_900 ? "Rare" : "Ana" };
      await many.write({ put: chatOf("inst_1", String(5511900000000 + n), chat) });
    }
  });

  const read = async (search: string | null, after: string | null) => {
    many.units = 0;
    const start = { limit: 100, offset: 0, after };
    const page = await listContacts({ table: many, rates }, { caller, now }, { instance: "inst_1", search }, start);
    return { ...page, units: many.units };
  };

  it("are listed to their end, each page at the cost of the first", async () => {
    const first = await read(null, null);
    let found = first.contacts.length;
    for (let { next } = first; next !== null; ) {
      const page = await read(null, next);
      expect(page.units).toBeLessThanOrEqual(first.units * 1.1);
      found += page.contacts.length;
      next = page.next;
    }
    expect(found).toBe(MANY);
  });

  it("are searched in parts from a place on: a page ends after 5,000 people, and may be empty with a next one", async () => {
    const empty = await read("rare", "5511900000000");
    expect([empty.contacts.length, empty.next]).toEqual([0, "5511900005000"]);
    const last = await read("rare", empty.next);
    expect([last.contacts.map(({ person }) => person), last.next]).toEqual([["5511900005900"], null]);
    expect(last.units).toBeLessThan(empty.units / 3);
  });
});
