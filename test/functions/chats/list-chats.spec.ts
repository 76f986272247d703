import { beforeEach, describe, expect, it } from "vitest";
import type { PersonRecord } from "../../../core/records/person.ts";
import { keys } from "../../../core/store/keys.ts";
import { chatOf, putLabelled, storedMessage } from "../../support/stored-chats.ts";
import { type ApiWorld, apiWorld } from "../api-world.ts";

const NOW = Date.parse("2026-11-20T09:30:05.000Z");
const [ANA, BIA, CAL] = ["5511999990001", "5511999990002", "5511999990003"] as const;
const GROUP = "120363020000000001@g.us";
const HIDDEN = "99887766@lid";

let world: ApiWorld;
let account: string;
let instance: string;
let key: string;
beforeEach(async () => {
  world = apiWorld();
  account = await world.account();
  instance = await world.instance(account);
  key = (await world.key(account)).key;
});

/** Stores a chat whose last message was sent `secondsAgo` seconds ago. */
const chat = (name: string, secondsAgo: number, fields: PersonRecord = {}, of = instance) =>
  world.table.write({ put: chatOf(of, name, { last_ms: NOW - secondsAgo * 1000, ...fields }) });
const label = (id: number) => ({ id, name: `L${id}`, color: 0, count: 0, synced: null, changed_ms: NOW });
const list = (query = "", of = key) => world.ask("GET", `/v1/chats${query}`, { key: of });
const idsOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body.data as { id: string }[]).map(({ id }) => id.replace("@s.whatsapp.net", ""));
const ids = async (query = "", of = key) => idsOf(await list(query, of));
const nextOf = ({ body }: { body: Record<string, unknown> }) => (body.links as { next: string | null }).next;

describe("GET /v1/chats", () => {
  it("is empty at first", async () => {
    const answer = await list();

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: [], links: { next: null }, meta: { current_page: 1, per_page: 50 } });
  });

  it("shows people, groups and channels, the newest first, each with its last message", async () => {
    const id = world.deps.ids.next("message", world.clock.now());
    const own = { account_id: account, instance_id: instance };
    await world.table.write({ put: storedMessage(own, id, world.clock.now(), { body: "Is it ready?" }) });
    await chat(ANA, 30, { last_id: id, waiting_since_ms: NOW, received: 1 });
    await chat(GROUP, 10, { name: "Team" });
    await chat("1203@newsletter", 20);

    const { data } = (await list()).body as { data: Record<string, unknown>[] };

    expect(data.map((one) => [one.type, one.last_message])).toEqual([
      ["group", null],
      ["channel", null],
      ["person", expect.objectContaining({ id, body: "Is it ready?", status: "received" })],
    ]);
    expect(data[2]).toMatchObject({ phone: ANA, waiting: true, unread_count: 1, instance_id: instance });
  });

  it("stands by the last message's id where two are of one instant", async () => {
    await chat(ANA, 10, { last_id: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G31" });
    await chat(BIA, 10, { last_id: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G33" });
    await chat(CAL, 10, { last_id: "msg_01JD3X4Y5Z6A7B8C9D0E1F2G32" });

    expect(await ids()).toEqual([BIA, CAL, ANA]);
  });

  it("leaves out deleted chats, merged people and groups without a message", async () => {
    await chat(ANA, 10);
    await world.table.write({ put: chatOf(instance, BIA, { last_ms: NOW, hidden_ms: NOW }) });
    await world.table.write({ put: chatOf(instance, HIDDEN, { last_ms: NOW, merged_into: ANA }) });
    await world.table.write({ put: chatOf(instance, GROUP, { name: "Empty" }) });

    expect(await ids()).toEqual([ANA]);
  });

  it("looks at each chat again: what the index still says of one counts for nothing", async () => {
    await chat(ANA, 10);
    for (const gone of [{ hidden_ms: NOW }, { merged_into: ANA }]) {
      const item = chatOf(instance, BIA, { last_ms: NOW });
      await world.table.write({ put: { ...item, ...gone } });
      expect(await ids()).toEqual([ANA]);
    }
  });

  it("shows one that has moved on at its present place", async () => {
    await chat(ANA, 10);
    await world.table.write({ put: { ...chatOf(instance, BIA, { last_ms: NOW - 60_000 }), last_ms: NOW } });

    expect(await ids()).toEqual([BIA, ANA]);
  });

  it("comes in pages of 50, to the end, with the filters in links.next; beyond it is empty", async () => {
    for (let i = 0; i < 120; i++) await chat(String(5511900000000 + i), i);
    const seen: string[][] = [];
    let url: string | null = `/v1/chats?instance_id=${instance}&waiting=0`;
    while (url !== null) {
      const answer = await world.ask("GET", url.replace(/^https?:\/\/[^/]+/, ""), { key });
      expect(answer.body.meta).toEqual({ current_page: seen.length + 1, per_page: 50 });
      seen.push(idsOf(answer));
      url = nextOf(answer);
      if (url) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/v1\/chats\?.*waiting=0/);
    }

    expect(seen.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(seen.flat()).toEqual(Array.from({ length: 120 }, (_, i) => String(5511900000000 + i)));
    expect(await ids("?page=4")).toEqual([]);
  });

  it("has exactly one page for exactly fifty", async () => {
    for (let i = 0; i < 50; i++) await chat(String(5511900000000 + i), i);

    expect(nextOf(await list())).toBeNull();
  });

  it("merges the account's instances; a key of one sees that one", async () => {
    const second = await world.instance(account);
    await chat(ANA, 30);
    await chat(BIA, 20, {}, second);
    await chat(CAL, 10);
    const limited = (await world.key(account, { kind: "read", instance_id: second })).key;

    expect(await ids()).toEqual([CAL, BIA, ANA]);
    expect(await ids(`?instance_id=${instance}`)).toEqual([CAL, ANA]);
    expect(await ids("", limited)).toEqual([BIA]);
    expect((await list(`?instance_id=${instance}`, limited)).body.code).toBe("key_not_allowed");
  });

  it("shows nothing of another account, whose instance is one that does not exist", async () => {
    await chat(ANA, 10);
    const stranger = (await world.key(await world.account())).key;

    expect(await ids("", stranger)).toEqual([]);
    expect((await list(`?instance_id=${instance}`, stranger)).body.code).toBe("instance_not_found");
  });

  it.each([
    ["page=0", "page"],
    ["page=401", "page"],
    ["page=x", "page"],
    ["waiting=maybe", "waiting"],
    ["label_id=0", "label_id"],
    ["label_id=x", "label_id"],
    ["label_id=1", "label_id"],
    [`search=${"x".repeat(101)}`, "search"],
  ])("refuses %s with 422 errors.%s", async (query, field) => {
    const answer = await list(`?${query}`);

    expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    expect(Object.keys(answer.body.errors as object)).toEqual([field]);
  });
});

describe("GET /v1/chats?waiting", () => {
  it("takes those who wait, or the others, the newest first; however it is written", async () => {
    await chat(ANA, 30, { waiting_since_ms: NOW - 30_000 });
    await chat(BIA, 20);
    await chat(CAL, 10, { waiting_since_ms: NOW - 90_000 });
    await chat(GROUP, 5);

    for (const yes of ["1", "true"]) expect(await ids(`?waiting=${yes}`)).toEqual([CAL, ANA]);
    for (const no of ["0", "false"]) expect(await ids(`?waiting=${no}`)).toEqual([GROUP, BIA]);
  });

  it("leaves out whoever was answered a moment ago, or is answered by a machine", async () => {
    await chat(ANA, 30, { waiting_since_ms: NOW });
    const { waiting_since_ms: _gone, ...answered } = chatOf(instance, BIA, { last_ms: NOW, waiting_since_ms: NOW });
    await world.table.write({ put: answered });
    await chat(CAL, 10, { waiting_since_ms: NOW, handled_by: "ai" });

    expect(await ids("?waiting=1")).toEqual([ANA]);
  });

  it("finds each among many, page by page", async () => {
    for (let i = 0; i < 300; i++) {
      await chat(String(5511900000000 + i), i, i % 2 === 0 ? { waiting_since_ms: NOW - i } : {});
    }
    const pages = [await ids("?waiting=1"), await ids("?waiting=1&page=2"), await ids("?waiting=1&page=3")];

    expect(pages.flat()).toEqual(Array.from({ length: 150 }, (_, i) => String(5511900000000 + 2 * i)));
    expect(await ids("?waiting=1&page=4")).toEqual([]);
    expect((await ids("?waiting=0")).slice(0, 2)).toEqual(["5511900000001", "5511900000003"]);
  });
});

describe("GET /v1/chats?label_id", () => {
  beforeEach(async () => {
    for (const id of [1, 2]) await world.table.write({ put: { ...keys.label(instance, id), ...label(id) } });
    await chat(ANA, 30);
    await chat(BIA, 20);
    await chat(GROUP, 10);
  });
  const labelled = (query: string) => ids(`?instance_id=${instance}&${query}`);

  it("takes the chats with the label, groups too, together with the other filters", async () => {
    await putLabelled(world.table, instance, ANA, [1, 2]);
    await putLabelled(world.table, instance, GROUP, [1]);
    await chat(CAL, 1, { waiting_since_ms: NOW });
    await putLabelled(world.table, instance, CAL, [1]);

    expect(await labelled("label_id=1")).toEqual([CAL, GROUP, ANA]);
    expect(await labelled("label_id=2")).toEqual([ANA]);
    expect(await labelled("label_id=1&waiting=1")).toEqual([CAL]);
    expect(await labelled("label_id=1&waiting=0")).toEqual([GROUP, ANA]);
    expect(await labelled("label_id=1&search=0001")).toEqual([ANA]);
  });

  it("leaves out a chat whose label went a moment ago", async () => {
    await world.table.write({ put: { ...keys.labelled(instance, 1, ANA) } });

    expect(await labelled("label_id=1")).toEqual([]);
  });

  it("needs no instance with a key of one", async () => {
    await putLabelled(world.table, instance, ANA, [1]);
    const limited = (await world.key(account, { instance_id: instance })).key;

    expect(await ids("?label_id=1", limited)).toEqual([ANA]);
  });

  it("is 404 for a label that is not there, or not any more", async () => {
    await world.table.write({ put: { ...keys.label(instance, 3), ...label(3), deleted_ms: NOW } });

    for (const unknown of [3, 77]) {
      const answer = await list(`?instance_id=${instance}&label_id=${unknown}`);
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(answer.body.message).toContain(String(unknown));
    }
  });
});
