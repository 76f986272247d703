import { beforeEach, describe, expect, it } from "vitest";
import { removeLabelRows } from "../../../core/operations/labels/remove-label-rows.ts";
import { keys } from "../../../core/store/keys.ts";
import { type LinkedWorld, linkedWorld, TO } from "../linked-world.ts";

let world: LinkedWorld;
beforeEach(async () => {
  world = await linkedWorld();
  await world.receive();
  for (const name of ["one", "two", "three"]) {
    await world.ask("POST", `/v1/instances/${world.instance}/labels`, { name, color: 1 });
  }
});

const chatPath = (chat = TO) => `/v1/instances/${world.instance}/chats/${chat}`;
const set = (label_ids: unknown, chat = TO) => world.ask("PUT", `${chatPath(chat)}/labels`, { label_ids });
const labelsOf = async (chat = TO) =>
  ((await world.ask("GET", chatPath(chat))).body.data as { labels: number[] }).labels;
const counts = async () => {
  const { body } = await world.ask("GET", `/v1/instances/${world.instance}/labels`);
  return (body.data as { id: number; count: number }[]).map(({ id, count }) => [id, count]);
};
const rows = (label: number) => world.table.partition(keys.labelled(world.instance, label, "").pk).map(({ sk }) => sk);

describe("PUT …/chats/{chat}/labels", () => {
  it("replaces the set, answers with the chat, and counts", async () => {
    const answer = await set([3, 1]);

    expect(answer).toMatchObject({ status: 200, body: { data: { phone: TO, labels: [1, 3] } } });
    expect(await counts()).toEqual([
      [1, 1],
      [2, 0],
      [3, 1],
    ]);
    expect(await set([2])).toMatchObject({ status: 200, body: { data: { labels: [2] } } });
    expect([rows(1), rows(2), rows(3)]).toEqual([[], [TO], []]);
    expect(await set([])).toMatchObject({ status: 200, body: { data: { labels: [] } } });
    expect(await counts()).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ]);
  });

  it("changes nothing when the chat has exactly these", async () => {
    await set([1, 2]);
    const before = world.table.peek(keys.person(world.instance, TO));
    await set([2, 1]);
    expect(world.table.peek(keys.person(world.instance, TO))).toEqual(before);
  });

  it.each([[Array.from({ length: 21 }, (_, n) => n + 1)], [[1, 1]], [["1"]], [[0]], [[1.5]], ["1"], [null]])(
    "is refused with errors.label_ids when given %j",
    async (given) => {
      const { status, body } = await set(given);
      expect([status, body.code]).toEqual([422, "validation_failed"]);
      expect(Object.keys(body.errors as object).every((field) => field.startsWith("label_ids"))).toBe(true);
    },
  );

  it("is refused whole with 404 for a label that is unknown or deleted, and names it", async () => {
    await world.ask("DELETE", `/v1/instances/${world.instance}/labels/2`);

    for (const label of [2, 77]) {
      const answer = await set([1, label]);
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(answer.body.message).toContain(`no label ${label} `);
    }
    expect(await labelsOf()).toEqual([]);
  });

  it("is refused with 404 for a chat that nobody ever saw", async () => {
    expect(await set([1], "5511999990077")).toMatchObject({ status: 404, body: { code: "chat_not_found" } });
  });

  it("works for groups, and by the chat's id", async () => {
    const group = "120363020000000001@g.us";
    await world.table.write({ put: { ...keys.group(world.instance, group) } });
    expect(await set([1], encodeURIComponent(group))).toMatchObject({ status: 200, body: { data: { labels: [1] } } });
    expect(await set([1], encodeURIComponent(`${TO}@s.whatsapp.net`))).toMatchObject({ status: 200 });
    expect(rows(1)).toEqual([group, TO]);
    expect((await counts())[0]).toEqual([1, 2]);
  });

  it("leaves one of the two sets when two requests come at once, and rows and counts agree", async () => {
    for (let round = 0; round < 20; round++) {
      await Promise.all([set([1, 2]), set([2, 3])]);
      const labels = await labelsOf();
      expect([
        [1, 2],
        [2, 3],
      ]).toContainEqual(labels);
      expect([1, 2, 3].filter((label) => rows(label).includes(TO))).toEqual(labels);
      expect(await counts()).toEqual([1, 2, 3].map((id) => [id, labels.includes(id) ? 1 : 0]));
      await set([]);
    }
  });
});

describe("a deleted label", () => {
  it("is shown by no chat from the answer on, and leaves them page by page", async () => {
    const people = Array.from({ length: 45 }, (_, n) => `55119999${String(n).padStart(5, "0")}`);
    for (const phone of people) {
      await world.receive({ phone, person: phone, chat_id: `${phone}@s.whatsapp.net` });
      await set([1, 2], phone);
    }

    await world.ask("DELETE", `/v1/instances/${world.instance}/labels/1`);

    expect(await labelsOf(people[0])).toEqual([2]);
    expect(rows(1)).toHaveLength(45);
    expect(world.woken).toContain(`INST#${world.instance}#LANE`);
    for (let left = 45; left > 0; left -= 20) {
      expect(await removeLabelRows(world.sessionDeps, world.own)).toBe(true);
      expect(rows(1)).toHaveLength(Math.max(left - 20, 0));
    }
    while (await removeLabelRows(world.sessionDeps, world.own));
    expect(await counts()).toEqual([
      [2, 45],
      [3, 0],
    ]);
    expect(world.table.peek(keys.label(world.instance, 1))).toBeNull();
    expect(world.table.peek(keys.labels(world.instance))).toMatchObject({ last: 3, removing: [] });
    for (const phone of people) expect(await labelsOf(phone)).toEqual([2]);
  });

  it("which the phone knows is remembered for 30 days", async () => {
    await world.table.write({ update: keys.label(world.instance, 1), set: { phone_id: "7" } });
    await world.ask("DELETE", `/v1/instances/${world.instance}/labels/1`);
    while (await removeLabelRows(world.sessionDeps, world.own));

    const ttl = Math.floor(world.clock.now().getTime() / 1000) + 30 * 86_400;
    expect(world.table.peek(keys.label(world.instance, 1))).toMatchObject({ phone_id: "7", count: 0, ttl });
  });

  it("is taken off a chat whose labels change in the middle", async () => {
    await set([1, 2]);
    await world.ask("DELETE", `/v1/instances/${world.instance}/labels/1`);

    await Promise.all([set([3]), removeLabelRows(world.sessionDeps, world.own)]);
    while (await removeLabelRows(world.sessionDeps, world.own));

    expect(await labelsOf()).toEqual([3]);
    expect([rows(1), rows(2), rows(3)]).toEqual([[], [], [TO]]);
  });
});

describe("GET …/labels/{label}/chats", () => {
  const list = (label: number, query = "") =>
    world.ask("GET", `/v1/instances/${world.instance}/labels/${label}/chats${query}`);

  it("lists the chats that have it, as GET /v1/chats does", async () => {
    await set([2]);
    expect(await list(2)).toMatchObject({
      status: 200,
      body: { data: [{ phone: TO, labels: [2] }], links: { next: null }, meta: { current_page: 1, per_page: 50 } },
    });
    expect((await list(1)).body.data).toEqual([]);
    expect((await list(2, "?page=2")).body.data).toEqual([]);
    await set([]);
    expect((await list(2)).body.data).toEqual([]);
  });

  it("is 404 for a label that is unknown or deleted, and 422 for a page out of range", async () => {
    await world.ask("DELETE", `/v1/instances/${world.instance}/labels/2`);
    for (const label of [2, 77]) expect(await list(label)).toMatchObject({ status: 404, body: { code: "not_found" } });
    for (const page of ["0", "x", "100000"]) expect((await list(1, `?page=${page}`)).status).toBe(422);
  });
});
