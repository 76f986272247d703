import type { Item, Table } from "../../core/store/table.ts";
import type { TableOperation } from "./memory-table.ts";
import { strictTable } from "./strict-table.ts";

/** Wraps a table so that it refuses the same items as DynamoDB. */
export function limitedTable(table: Table): Table {
  const check = (operation: TableOperation) => strictTable(operation, "before");
  return {
    get: async (key) => {
      await check({ kind: "get", key });
      return table.get(key);
    },
    getMany: async (keys) => {
      await check({ kind: "getMany", keys });
      return table.getMany(keys);
    },
    query: (range) => table.query(range),
    write: async (write) => {
      await check({ kind: "write", writes: [write] });
      return table.write(write);
    },
    transact: async (writes, options) => {
      await check({ kind: "transact", writes });
      return table.transact(writes, options);
    },
  };
}

/** Returns an item with a field set to a value that the field should never have. */
export const withGarbage = (item: Item, field: string, value: unknown): Item => {
  const { [field]: _old, ...rest } = item;
  return (value === undefined ? rest : { ...rest, [field]: value }) as Item; // its key stays
};
