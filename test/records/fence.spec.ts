import { beforeEach, describe, expect, it } from "vitest";
import { FenceLost, raiseFence, transactFact, transactFenced } from "../../core/records/fence.ts";
import { keys } from "../../core/store/keys.ts";
import { type Key, type SomeWrites, TransactionRefused, type Write } from "../../core/store/table.ts";
import { MemoryTable } from "../support/memory-table.ts";

const INSTANCE = "inst_1";
const PLACE = { pk: "ROW", sk: "1" };
const put = (text: string): Write => ({ put: { ...PLACE, text } });
const sending = (more: object = {}): Write => ({ update: keys.sending(INSTANCE), add: { rev: 1 }, ...more });

let table: MemoryTable;
let written: Write[][];
beforeEach(async () => {
  const stored = new MemoryTable();
  await stored.write({ put: { ...keys.receiving(INSTANCE), fence: 0 } });
  written = [];
  table = stored.withHook((operation, phase) => {
    if (operation.kind === "transact" && phase === "before") written.push(operation.writes);
  });
});

const fences = () => [keys.receiving(INSTANCE), keys.sending(INSTANCE)].map((key: Key) => table.peek(key)?.fence);
const lastWrites = () => written.at(-1) ?? [];

describe("taking an instance over", () => {
  it("raises its number in both places in one commit, and whoever read the sending state before decides anew", async () => {
    expect(await raiseFence(table, INSTANCE)).toBe(1);
    expect(await raiseFence(table, INSTANCE)).toBe(2);
    expect(fences()).toEqual([2, 2]);
    expect(written).toHaveLength(2);
    expect(table.peek(keys.sending(INSTANCE))).toMatchObject({ rev: 2 });
  });

  it("gives a number of its own to each of many at once", async () => {
    const numbers = await Promise.all(Array.from({ length: 8 }, () => raiseFence(table, INSTANCE)));
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(fences()).toEqual([8, 8]);
  });

  it("leaves what was counted alone, and never takes a deletion back", async () => {
    await raiseFence(table, INSTANCE, { shard: 3, removed_at: null });
    await table.write(sending({ set: { removed: true, counted: { day: "2026-11-20", messages_out: 2 } } }));
    await table.write({ update: keys.receiving(INSTANCE), set: { day: "2026-11-20", messages_in: 5 } });
    await raiseFence(table, INSTANCE, { shard: 3, removed_at: null });
    expect(table.peek(keys.sending(INSTANCE))).toMatchObject({ shard: 3, removed: true, counted: { messages_out: 2 } });
    expect(table.peek(keys.receiving(INSTANCE))).toMatchObject({ day: "2026-11-20", messages_in: 5 });
  });

  it("of an instance that is gone leaves nothing behind", async () => {
    await expect(raiseFence(table, "inst_gone")).rejects.toThrow("no fence");
    expect(table.peek(keys.sending("inst_gone"))).toBeNull();
  });
});

describe("a write of the session", () => {
  it("is held against the sending or the receiving state where it writes one of them, else it checks the receiving state", async () => {
    await raiseFence(table, INSTANCE);
    await transactFenced(table, INSTANCE, 1, [put("a"), sending()]);
    expect(lastWrites()).toHaveLength(2);
    await transactFenced(table, INSTANCE, 1, [put("b"), { update: keys.receiving(INSTANCE), add: { messages_in: 1 } }]);
    expect(lastWrites()).toHaveLength(2);
    await transactFenced(table, INSTANCE, 1, [put("c")]);
    expect(lastWrites().at(-1)).toMatchObject({ check: keys.receiving(INSTANCE) });
    expect(table.peek(PLACE)).toMatchObject({ text: "c" });
  });

  it.each([
    ["SENDING", () => sending()],
    ["RECEIVING", (): Write => ({ update: keys.receiving(INSTANCE), add: { messages_in: 1 } })],
    ["neither", (): Write => ({ update: { pk: "X", sk: "X" }, add: { n: 1 } })],
  ])("is refused to a task that was taken over from when it writes %s", async (_which, write) => {
    await raiseFence(table, INSTANCE);
    await raiseFence(table, INSTANCE);
    await expect(transactFenced(table, INSTANCE, 1, [put("late"), write()])).rejects.toThrow(FenceLost);
    expect(table.peek(PLACE)).toBeNull();
  });

  it("tells a lost fence from another condition of the same item", async () => {
    await raiseFence(table, INSTANCE);
    const another = sending({ if: [{ field: "slot", op: "=", value: "msg_1" }] });
    await expect(transactFenced(table, INSTANCE, 1, [another])).rejects.toThrow(TransactionRefused);
    await raiseFence(table, INSTANCE);
    await expect(transactFenced(table, INSTANCE, 1, [another])).rejects.toThrow(FenceLost);
  });
});

describe("a fact about one item", () => {
  const fact = (status: string): SomeWrites => [{ update: PLACE, set: { status } }];

  it("is told by anybody until a later owner has told one", async () => {
    await raiseFence(table, INSTANCE);
    await raiseFence(table, INSTANCE);
    await transactFact(table, INSTANCE, 1, PLACE, fact("sent"));
    expect(table.peek(PLACE)).toMatchObject({ status: "sent", fence: 1 });
    await transactFact(table, INSTANCE, 2, PLACE, fact("delivered"));
    await expect(transactFact(table, INSTANCE, 1, PLACE, fact("read"))).rejects.toThrow(FenceLost);
    await transactFact(table, INSTANCE, 2, PLACE, fact("read"));
    expect(table.peek(PLACE)).toMatchObject({ status: "read", fence: 2 });
  });

  it("is refused as ever when it is none any more", async () => {
    const once: SomeWrites = [
      { update: PLACE, set: { status: "read" }, if: [{ field: "status", op: "=", value: "sent" }] },
    ];
    await expect(transactFact(table, INSTANCE, 1, PLACE, once)).rejects.toThrow(TransactionRefused);
  });
});
