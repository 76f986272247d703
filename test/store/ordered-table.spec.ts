import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderedTable } from "../../core/store/ordered-table.ts";
import type { Write } from "../../core/store/table.ts";
import { conflictsFrom, ItemsHeld } from "../../local/aws/dynamo/conflicts.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { someWrites } from "../support/some-writes.ts";

const NO_REST = { transaction: [0, 0], write: [0, 0] } as const;
const put = (sk: string, n = 0): Write => ({ put: { pk: "A", sk, n } });

/** Creates an in-memory table whose requests take a while and, as in DynamoDB, are refused if they conflict. */
function meetingTable() {
  const conflicts = conflictsFrom(1, NO_REST);
  const table = new MemoryTable();
  const places = (writes: Write[]) => writes.map((write) => ("put" in write ? write.put.sk : ""));
  const order: number[] = [];
  const slow = {
    get: table.get.bind(table),
    getMany: table.getMany.bind(table),
    query: table.query.bind(table),
    write: (write: Write) => conflicts.hold(places([write]), "write", () => later([write], () => table.write(write))),
    transact: (writes: Write[]) =>
      conflicts.hold(places(writes), "transaction", () => later(writes, () => table.transact(writes))),
  };
  async function later<T>(writes: Write[], run: () => Promise<T>): Promise<T> {
    const [first] = writes;
    if (first && "put" in first) order.push(Number(first.put.n));
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (first && "put" in first && first.put.fails === true) throw new Error("refused");
    return run();
  }
  return { slow, order };
}

describe("requests of one process", () => {
  it("never meet on an item, whatever they touch, and each is made once", async () => {
    const item = fc.constantFrom("a", "b", "c", "d", "e");
    const request = fc.record({ items: fc.uniqueArray(item, { minLength: 1, maxLength: 4 }), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 30 }), async (requests) => {
        const { slow, order } = meetingTable();
        const table = orderedTable(slow);
        const made = requests.map(({ items, fails }, n) => {
          const writes: Write[] = items.map((sk) => ({ put: { pk: "A", sk, n, fails } }));
          return writes.length === 1 && writes[0] ? table.write(writes[0]) : table.transact(someWrites(writes));
        });
        const outcomes = await Promise.allSettled(made);
        const reasons = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
        expect(reasons.filter((reason) => reason instanceof ItemsHeld)).toEqual([]);
        expect(reasons).toHaveLength(requests.filter(({ fails }) => fails).length);
        expect([...order].sort((x, y) => x - y)).toEqual(requests.map((_, n) => n));
      }),
      { numRuns: 100 },
    );
  });

  it("would meet without it", async () => {
    const { slow } = meetingTable();
    const both = await Promise.allSettled([slow.transact([put("a"), put("b")]), slow.transact([put("b"), put("c")])]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  it("are made in the order in which they were asked for, where they touch the same item", async () => {
    const { slow, order } = meetingTable();
    const table = orderedTable(slow);
    const all = [1, 2, 3].map((n) => table.transact([put("a", n), put("b", n)]));
    await Promise.all([...all, table.write(put("a", 4)), table.transact([put("a", 5), put("z")])]);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it("on other items don't wait", async () => {
    const { slow, order } = meetingTable();
    const table = orderedTable(slow);
    const first = table.transact([put("a", 1), put("b", 1)]);
    const waits = table.transact([put("b", 2), put("c", 2)]);
    await table.transact([put("x", 3), put("y", 3)]);
    expect(order).toEqual([1, 3, ...(order.length > 2 ? [2] : [])]);
    await Promise.all([first, waits]);
  });
});
