import { beforeEach, describe, expect, it, vi } from "vitest";
import { raiseFence } from "../../../core/records/fence.ts";
import { keys } from "../../../core/store/keys.ts";
import { instanceLane } from "../../../core/store/lane-names.ts";
import { INSTANCE_QUEUES, type InstanceQueue } from "../../../core/store/lane-queues.ts";
import { readLane } from "../../../session-service/lane/lane-view.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const INSTANCE = "ins_1";
const NOW = new Date("2026-03-02T12:00:00Z");

let table: MemoryTable;
beforeEach(() => {
  table = new MemoryTable();
});

async function put(queue: InstanceQueue, n: number, more: Record<string, unknown> = {}): Promise<string> {
  const sk = `${INSTANCE_QUEUES[queue]}#msg_${String(n).padStart(6, "0")}`;
  const at = NOW.toISOString();
  const times = { due: at, put_at: at, expires_at: new Date(NOW.getTime() + 3_600_000).toISOString(), tries: 0 };
  const about = { message_id: sk.slice(2), person: null };
  await table.write({ put: { pk: instanceLane(INSTANCE), sk, ...times, ...about, ...more } });
  return sk;
}

async function look(known: Parameters<typeof readLane>[3] = {}) {
  const query = vi.spyOn(table, "query");
  const view = await readLane(table, { instance_id: INSTANCE, account_id: "acc_1" }, NOW, known);
  const queries = query.mock.calls.length;
  query.mockRestore();
  return { view, queries };
}

describe("a look at an instance's lane", () => {
  it("finds the first row of every queue, however long the queues before it are", async () => {
    for (const queue of ["recheck", "first", "first_counted", "known", "reply", "scheduled"] as const)
      for (let n = 1; n <= 50; n++) await put(queue, n);
    await table.write({ put: { ...keys.instance(INSTANCE), shard: 3, removed_at: null } });

    const { view } = await look();

    const heads = Object.fromEntries(Object.entries(view.heads).map(([queue, row]) => [queue, row?.sk]));
    const first = (queue: InstanceQueue) => `${INSTANCE_QUEUES[queue]}#msg_000001`;
    expect(heads).toEqual({
      first: first("first"),
      first_counted: first("first_counted"),
      known: first("known"),
      reply: first("reply"),
      scheduled: first("scheduled"),
    });
    expect(view.looks[0]?.sk).toBe(first("recheck"));
    expect(view.looks.length).toBeGreaterThanOrEqual(25);
  });

  it("finds the row to another chat behind those whose files are not ready, also where a page ends", async () => {
    for (let n = 1; n <= 38; n++) await put("first", n, { person: `new ${n}` });
    for (let n = 1; n <= 4; n++) await put("known", n, { needs_prepare: true });
    const ready = await put("known", 5, { person: "5511977770002" });

    const { view } = await look();

    expect(view.heads.known?.sk).toBe(ready);
    expect(view.unprepared).toHaveLength(4);
  });

  it.each(["first", "scheduled"] as const)("costs the same with 100 rows in %s as with 4,000", async (queue) => {
    for (let n = 1; n <= 100; n++) await put(queue, n);
    await put("reply", 1);
    const few = await look();
    for (let n = 101; n <= 4_000; n++) await put(queue, n);
    const many = await look();

    expect(many.queries).toBe(few.queries);
    expect(many.queries).toBeLessThanOrEqual(2);
    expect(many.view.heads.reply?.sk).toBe("R#msg_000001");
  });

  it("finds the row to another chat behind a page of files that are not ready", async () => {
    for (let n = 1; n <= 30; n++) await put("known", n, { needs_prepare: true });
    const ready = await put("known", 31, { person: "5511977770002" });

    const { view } = await look();

    expect(view.heads.known?.sk).toBe(ready);
  });

  it("finds the row to another chat behind 150 that wait for one file", async () => {
    await put("reply", 1, { needs_prepare: true });
    for (let n = 2; n <= 150; n++) await put("reply", n);
    const other = await put("reply", 151, { person: "5511977770002" });

    const { view, queries } = await look();

    expect(view.heads.reply?.sk).toBe(other);
    expect(queries).toBeLessThanOrEqual(7);
  });

  it("lets a later message of a chat wait for an earlier one whose file is not ready, in whatever queue it is", async () => {
    const ANA = { person: "5511977770001" };
    await put("reply", 1, { ...ANA, needs_prepare: true });
    await put("reply", 2, ANA);
    await put("known", 3, ANA);
    const other = await put("reply", 4, { person: "5511977770002" });
    const code = await put("otp", 5, { ...ANA, until: NOW.toISOString() });

    const { heads, behindFiles, blocked } = (await look()).view;

    expect(Object.values(heads).map((row) => row?.sk)).toEqual([code, other]);
    expect(behindFiles.map(({ sk }) => sk)).toEqual(["K#msg_000003", "R#msg_000002"]);
    expect(blocked).toEqual([]);
  });

  it("lets a later message of a chat wait for an earlier one that rests after a failure, and others pass", async () => {
    const ANA = { person: "5511977770001" };
    const earlier = await put("reply", 1, ANA);
    await put("reply", 2, ANA);
    const other = await put("reply", 3, { person: "5511977770002" });

    const { view } = await look({ resting: new Map([[earlier, NOW.getTime() + 5_000]]) });
    expect(view.heads.reply?.sk).toBe(other);
    expect(view.blocked.map(({ sk }) => sk)).toEqual(["R#msg_000001", "R#msg_000002"]);
  });

  it("lets no message of a broadcast wait for the file of another message to its person", async () => {
    const ANA = { person: "5511977770001" };
    await put("reply", 1, { ...ANA, needs_prepare: true });
    const news = await put("broadcast", 2, ANA);

    const { heads, behindFiles } = (await look()).view;
    expect(heads.broadcast?.sk).toBe(news);
    expect(behindFiles).toEqual([]);
  });

  it("does not let an earlier message of a chat wait for the file of a later one", async () => {
    const earlier = await put("reply", 1);
    await put("known", 2, { needs_prepare: true });

    expect((await look()).view.heads.reply?.sk).toBe(earlier);
  });

  it("lets a later message of a chat go when it has waited for the file long enough", async () => {
    await put("reply", 1, { needs_prepare: true });
    const later = await put("reply", 2);

    const { view } = await look({ isOvertaken: ({ sk }) => sk === "R#msg_000001" });

    expect(view.heads.reply?.sk).toBe(later);
    expect(view.unprepared).toHaveLength(1);
  });

  it("reads one item beside the rows, which says whose the instance is and whether it is gone", async () => {
    await table.write({ put: { ...keys.instance(INSTANCE), shard: 3, removed_at: null } });
    await table.write({ put: { ...keys.receiving(INSTANCE), fence: 6 } });
    await raiseFence(table, INSTANCE, { shard: 3, removed_at: null });
    const get = vi.spyOn(table, "get");
    const many = vi.spyOn(table, "getMany");

    expect((await look()).view).toMatchObject({ fence: 7, shard: 3, removed: false });
    expect(get.mock.calls).toEqual([[keys.sending(INSTANCE)]]);
    expect(many).not.toHaveBeenCalled();

    await raiseFence(table, INSTANCE, { shard: 3, removed_at: NOW.toISOString() });
    expect((await look()).view).toMatchObject({ fence: 8, shard: 3, removed: true });
  });

  it("asks the instance's record where the sending state does not say it", async () => {
    expect((await look()).view).toMatchObject({ shard: null, removed: true });
    await table.write({ put: { ...keys.instance(INSTANCE), shard: 3, removed_at: NOW.toISOString() } });
    expect((await look()).view).toMatchObject({ shard: 3, removed: true, fence: 0 });
    await table.write({ update: keys.instance(INSTANCE), set: { removed_at: null } });
    expect((await look()).view).toMatchObject({ shard: 3, removed: false });
  });
});
