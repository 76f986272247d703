import { beforeEach, describe, expect, it, vi } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { readLane } from "../../session-service/lane/lane-view.ts";
import { MemoryTable } from "../support/memory-table.ts";

const INSTANCE = "ins_1";
const NOW = new Date("2026-03-02T12:00:00Z");

let table: MemoryTable;
beforeEach(() => {
  table = new MemoryTable();
});

async function put(queue: string, n: number, more: Record<string, unknown> = {}): Promise<string> {
  const sk = `${queue}#msg_${String(n).padStart(6, "0")}`;
  await table.write({ put: { pk: instanceLane(INSTANCE), sk, due: NOW.toISOString(), ...more } });
  return sk;
}

async function look() {
  const query = vi.spyOn(table, "query");
  const view = await readLane(table, INSTANCE, NOW);
  const queries = query.mock.calls.length;
  query.mockRestore();
  return { view, queries };
}

describe("a look at an instance's lane", () => {
  it("finds the first row of every queue, however long the queues before it are", async () => {
    for (const queue of ["C", "F", "G", "K", "R", "S"]) for (let n = 1; n <= 50; n++) await put(queue, n);
    await table.write({ put: { ...keys.instance(INSTANCE), shard: 3, removed_at: null } });

    const { view } = await look();

    const heads = Object.fromEntries(Object.entries(view.heads).map(([queue, row]) => [queue, row?.sk]));
    const first = (queue: string) => `${queue}#msg_000001`;
    expect(heads).toEqual({ F: first("F"), G: first("G"), K: first("K"), R: first("R"), S: first("S") });
    expect(view.looks[0]?.sk).toBe(first("C"));
    expect(view.looks.length).toBeGreaterThanOrEqual(25);
  });

  it("finds the row behind those whose files are not ready, also where a page ends", async () => {
    for (let n = 1; n <= 38; n++) await put("F", n);
    for (let n = 1; n <= 4; n++) await put("K", n, { needs_prepare: true });
    const ready = await put("K", 5);

    const { view } = await look();

    expect(view.heads.K?.sk).toBe(ready);
    expect(view.unprepared).toHaveLength(4);
  });

  it.each(["F", "S"])("costs the same with 100 rows in %s as with 4,000", async (queue) => {
    for (let n = 1; n <= 100; n++) await put(queue, n);
    await put("R", 1);
    const few = await look();
    for (let n = 101; n <= 4_000; n++) await put(queue, n);
    const many = await look();

    expect(many.queries).toBe(few.queries);
    expect(many.queries).toBeLessThanOrEqual(2);
    expect(many.view.heads.R?.sk).toBe("R#msg_000001");
  });
});
