import type { Item, Key, Table, Write } from "./table.ts";
import { timeAheadOf } from "./table-time.ts";

const nameOf = ({ pk, sk }: Key) => `${pk}|${sk}`;
const placeOf = (write: Write): Key =>
  "put" in write ? write.put : "update" in write ? write.update : "delete" in write ? write.delete : write.check;

/**
 * Wraps a table for a request that knows in advance which items it will read. These items are loaded immediately, in a
 * single table request, and the first read of each returns the loaded item. A second read of an item, or a read after
 * it was written through this wrapper, goes to the table, so a retry after a refused write sees the current item.
 */
export async function readAhead(table: Table, wanted: Key[]): Promise<Table> {
  const found = await table.getMany(wanted);
  const known = new Map<string, Item | null>(wanted.map((key) => [nameOf(key), null]));
  for (const item of found) known.set(nameOf(item), item);

  /** Returns undefined if the item wasn't read ahead, or has already been returned once. */
  function take(key: Key): Item | null | undefined {
    const item = known.get(nameOf(key));
    known.delete(nameOf(key));
    return item;
  }
  const forget = (writes: Write[]) => {
    for (const write of writes) known.delete(nameOf(placeOf(write)));
  };

  return {
    timeAhead: () => timeAheadOf(table),
    async get(key) {
      const item = take(key);
      return item === undefined ? table.get(key) : item;
    },
    async getMany(keys) {
      const items = keys.map((key) => ({ key, item: take(key) }));
      const unknown = items.flatMap(({ key, item }) => (item === undefined ? [key] : []));
      const read = unknown.length > 0 ? await table.getMany(unknown) : [];
      return [...items.flatMap(({ item }) => item ?? []), ...read];
    },
    query: (range) => table.query(range),
    write(write) {
      forget([write]);
      return table.write(write);
    },
    transact(writes, options) {
      forget(writes);
      return table.transact(writes, options);
    },
  };
}
