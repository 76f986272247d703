import { type Catalog, openCatalog } from "./catalog.ts";
import { type ItemChange, type ItemStore, isChange, itemStore } from "./item-store.ts";
import { type DynamoStatements, openRecords } from "./records.ts";
import { type StreamLog, streamLog } from "./stream.ts";

/** The tables in a folder. Every call is complete when it returns, so partial changes are never visible. */
export interface TableStore {
  records: DynamoStatements;
  catalog: Catalog;
  items: ItemStore;
  stream: StreamLog;
  /** Writes either all of these changes and their stream records, or none of them. */
  commit(changes: readonly ItemChange[]): void;
}

/** @param folder null to store the tables in memory. @throws SQLite's error if the folder is damaged or in use. */
export function openTableStore(folder: string | null): TableStore {
  const records = openRecords(folder);
  const catalog = openCatalog(records);
  const items = itemStore(records);
  const stream = streamLog(records);

  return {
    records,
    catalog,
    items,
    stream,
    commit(all) {
      const changes = all.filter(isChange);
      if (changes.length === 0) return;
      const told = stream.recordsFor(changes);
      records.atomically(() => {
        for (const change of changes) items.write(change);
        stream.write(told);
      });
      stream.committed(told, changes);
    },
  };
}
