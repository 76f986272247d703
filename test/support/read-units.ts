import { marshall } from "@aws-sdk/util-dynamodb";
import type { Item, Table } from "../../core/store/table.ts";
import { itemBytes, readUnits } from "../../local/aws/dynamo/capacity.ts";

/** The size at which DynamoDB truncates a response. */
const ANSWER_BYTES = 1024 * 1024;

/** Wraps a table to count what its reads would cost on DynamoDB, and truncates responses where DynamoDB would. */
export function countingReads(table: Table): Table & { units: number } {
  const bytesOf = (item: Item) => itemBytes(marshall(item, { removeUndefinedValues: true }));
  const counting: Table & { units: number } = {
    units: 0,
    write: (write) => table.write(write),
    transact: (writes, options) => table.transact(writes, options),
    async get(key) {
      const item = await table.get(key);
      counting.units += readUnits(item ? bytesOf(item) : 0, true);
      return item;
    },
    async getMany(keys) {
      const items = await table.getMany(keys);
      for (const item of items) counting.units += readUnits(bytesOf(item), true);
      counting.units += keys.length - items.length;
      return items;
    },
    async query(range) {
      const { items, more } = await table.query(range);
      const answered: Item[] = [];
      let bytes = 0;
      for (const item of items) {
        if (bytes > ANSWER_BYTES) break;
        bytes += bytesOf(item);
        answered.push(item);
      }
      counting.units += readUnits(bytes, range.index === undefined);
      return { items: answered, more: more || answered.length < items.length };
    },
  };
  return counting;
}
