import { describe, expect, it } from "vitest";
import { readAhead } from "../../core/store/read-ahead.ts";
import { MemoryTable, type TableOperation } from "../support/memory-table.ts";

const A = { pk: "P", sk: "a" };
const B = { pk: "P", sk: "b" };

async function world() {
  const operations: TableOperation["kind"][] = [];
  const table = new MemoryTable({
    now: () => 0,
    hook: (operation, phase) => {
      if (phase === "before") operations.push(operation.kind);
    },
  });
  await table.write({ put: { ...A, n: 1 } });
  const ahead = await readAhead(table, [A, B]);
  operations.length = 0;
  return { table, ahead, operations };
}

describe("items that are read ahead", () => {
  it("are given out without another read, also the one that is not there", async () => {
    const { ahead, operations } = await world();
    expect(await ahead.get(B)).toBeNull();
    expect(await ahead.getMany([A])).toMatchObject([{ n: 1 }]);
    expect(operations).toEqual([]);
  });

  it("are read anew the second time", async () => {
    const { table, ahead } = await world();
    await ahead.get(A);
    await table.write({ update: A, set: { n: 2 } });
    expect(await ahead.get(A)).toMatchObject({ n: 2 });
  });

  it.each([
    { how: "by itself", write: (ahead: MemoryTable) => ahead.write({ update: A, set: { n: 2 } }) },
    { how: "in a transaction", write: (ahead: MemoryTable) => ahead.transact([{ update: A, set: { n: 2 } }]) },
  ])("are read anew after they were written $how", async ({ write }) => {
    const { ahead } = await world();
    await write(ahead as MemoryTable);
    expect(await ahead.get(A)).toMatchObject({ n: 2 });
  });

  it("come together with others that were not read ahead", async () => {
    const { table, ahead } = await world();
    await table.write({ put: { pk: "P", sk: "c", n: 3 } });
    const items = await ahead.getMany([A, B, { pk: "P", sk: "c" }]);
    expect(items.map(({ n }) => n)).toEqual([1, 3]);
  });
});
