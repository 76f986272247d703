import { marshall } from "@aws-sdk/util-dynamodb";
import { packItem } from "../../core/aws/packed-items.ts";
import { INDEXES, type Item, type Key, type Table, type Write } from "../../core/store/table.ts";
import { itemBytes, readUnits, writeUnits } from "../../local/aws/dynamo/capacity.ts";
import type { MemoryTable } from "./memory-table.ts";

/** The factor for writes in a transaction. Both of its phases are billed. */
const IN_TRANSACTION = 2;

const placeOf = (write: Write): Key =>
  "put" in write ? write.put : "update" in write ? write.update : "delete" in write ? write.delete : write.check;

/** Returns an item as the client sends it, or undefined if there is no item. */
const wire = (item: Item | null) => (item ? marshall(packItem(item), { removeUndefinedValues: true }) : undefined);

/** Returns the units that an index consumes for a changed item. An entry that moves is removed and then written. */
function indexUnits(before: Item | null, after: Item | null): number {
  return Object.values(INDEXES).reduce((sum, { pk, sk }) => {
    const [was, is] = [before, after].map((item) => (item?.[pk] === undefined ? null : `${item[pk]} ${item[sk]}`));
    return sum + (was === is ? 0 : (was === null ? 0 : 1) + (is === null ? 0 : 1));
  }, 0);
}

/** Wraps an in-memory table to count the units that its writes and reads would consume on DynamoDB. */
export function countingUnits(table: Table, stored: MemoryTable, count: { written: number; read: number }): Table {
  const bytesOf = (item: Item) => itemBytes(wire(item));
  async function counted<T>(writes: Write[], times: number, work: () => Promise<T>): Promise<T> {
    const before = writes.map((write) => stored.peek(placeOf(write)));
    try {
      return await work();
    } finally {
      writes.forEach((write, n) => {
        const [was, is] = [before[n] ?? null, stored.peek(placeOf(write))];
        count.written += writeUnits(wire(was), wire(is)) * times + indexUnits(was, is);
      });
    }
  }
  return {
    async get(key) {
      const item = await table.get(key);
      count.read += readUnits(item ? bytesOf(item) : 0, true);
      return item;
    },
    async getMany(keys) {
      const items = await table.getMany(keys);
      for (const item of items) count.read += readUnits(bytesOf(item), true);
      count.read += keys.length - items.length;
      return items;
    },
    async query(range) {
      const answer = await table.query(range);
      count.read += readUnits(
        answer.items.reduce((sum, item) => sum + bytesOf(item), 0),
        range.index === undefined,
      );
      return answer;
    },
    write: (write) => counted([write], 1, () => table.write(write)),
    transact: (writes, options) => counted(writes, IN_TRANSACTION, () => table.transact(writes, options)),
  };
}
