import type { CatalogTable, Index } from "./catalog.ts";
import type { WireItem } from "./dynalite.ts";
import { expirySeconds } from "./expiry-seconds.ts";
import { keyOf, type SortedKey } from "./keys-of.ts";
import type { DynamoStatements } from "./records.ts";

/** The effect of a write on one item. If the item was only checked, `before` and `after` are the same object. */
export interface ItemChange {
  table: CatalogTable;
  key: SortedKey;
  before: WireItem | undefined;
  after: WireItem | undefined;
}

/** The items of all tables, with their index entries and expiry. */
export interface ItemStore {
  get(table: CatalogTable, key: SortedKey): WireItem | undefined;
  /** Writes an item together with its index entries. Must be run `atomically`. */
  write(change: ItemChange): void;
}

/** Whether a write changes its item. False for a condition check. */
export const isChange = ({ before, after }: ItemChange) => before !== after;

const PUT =
  "INSERT INTO items (tbl, pk, sk, expires, item) VALUES (?, ?, ?, ?, ?) " +
  "ON CONFLICT (tbl, pk, sk) DO UPDATE SET expires = excluded.expires, item = excluded.item";
const PUT_ENTRY = "INSERT OR REPLACE INTO entries (idx, pk, sk, ipk, isk, item) VALUES (?, ?, ?, ?, ?, ?)";
const DELETE_ENTRY = "DELETE FROM entries WHERE idx = ? AND pk = ? AND sk = ? AND ipk = ? AND isk = ?";

/** Opens the items that a file contains. */
export function itemStore(records: DynamoStatements): ItemStore {
  return {
    get(table, { pk, sk }) {
      const row = records.first("SELECT item FROM items WHERE tbl = ? AND pk = ? AND sk = ?", table.id, pk, sk);
      return row && (JSON.parse(String(row.item)) as WireItem); // written below
    },

    write({ table, key, before, after }) {
      if (after === undefined) {
        records.run("DELETE FROM items WHERE tbl = ? AND pk = ? AND sk = ?", table.id, key.pk, key.sk);
      } else {
        const expires = table.ttl === null ? null : expirySeconds(after, table.ttl);
        records.run(PUT, table.id, key.pk, key.sk, expires, JSON.stringify(after));
      }
      for (const index of table.indexes) {
        const was = entryOf(index, before);
        const is = entryOf(index, after);
        if (was && (!is || was.pk !== is.pk || was.sk !== is.sk)) {
          records.run(DELETE_ENTRY, index.id, was.pk, was.sk, key.pk, key.sk);
        }
        if (is && (!was || was.pk !== is.pk || was.sk !== is.sk || was.text !== is.text)) {
          records.run(PUT_ENTRY, index.id, is.pk, is.sk, key.pk, key.sk, is.text);
        }
      }
    },
  };
}

/** Returns an item's entry in an index, or null if the item lacks one of the index's key attributes. */
function entryOf(index: Index, item: WireItem | undefined): (SortedKey & { text: string }) | null {
  const key = item && keyOf(item, index.shape);
  if (!key) return null;
  if (index.attributes === null) return { ...key, text: JSON.stringify(item) };
  const entry: WireItem = {};
  for (const name of index.attributes) if (item[name] !== undefined) entry[name] = item[name];
  return { ...key, text: JSON.stringify(entry) };
}
