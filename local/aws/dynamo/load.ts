import { dynaliteDb, type LevelWrite, promised, type TableDescription, type WireItem } from "./dynalite.ts";
import type { ItemChange } from "./overlay.ts";
import type { TableStore } from "./table-store.ts";

/**
 * Puts new items straight into the store, with their index and expiry entries: for tests that need a table with much in
 * it, hundreds of times faster than by requests. Nothing is checked and nothing is counted.
 * @param items in wire form; none of them is there yet.
 */
export function loadItems(tables: TableStore, name: string, items: WireItem[]): Promise<void> {
  return tables.alone(async () => {
    const { base, expiry } = tables;
    const table = await promised<TableDescription>((callback) => base.getTable(name, callback));
    const writes: LevelWrite[] = [];
    const changes: ItemChange[] = [];
    for (const item of items) {
      const key = dynaliteDb.createKey(item, table);
      writes.push({ type: "put", key: `item-${name}~${key}`, value: item });
      changes.push({ table: name, key, before: undefined, after: item });
      const indexes = table.GlobalSecondaryIndexes ?? [];
      for (const entry of dynaliteDb.getIndexActions(indexes, undefined, item, table).puts) {
        writes.push({ type: "put", key: `index-global~${name}~${entry.index}~${entry.key}`, value: entry.item });
      }
    }
    await base.db.batch([...writes, ...expiry.writesFor(changes)]);
  });
}
