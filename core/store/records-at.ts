import type { Item, Key, Table } from "./table.ts";

/** The typed reads for one kind of record. The table only knows items; only this gives an item its type. */
export interface Records<Row, Place extends unknown[]> {
  /** Reads one, strongly consistent. @returns null if there is none. */
  read(table: Table, ...place: Place): Promise<(Row & Key) | null>;
  /** Picks one from items that were read together. @returns null if it is not among them. */
  among(items: readonly Item[], ...place: Place): (Row & Key) | null;
  /** Types an item that was read at such a key. */
  of(item: Item): Row & Key;
  /** Like `of`, for an item that may be missing. */
  orNull(item: Item | null | undefined): (Row & Key) | null;
}

/** Creates the typed reads for the records at such keys. Nothing else is written there: docs/data-model.md. */
export function recordsAt<Row, Place extends unknown[]>(keyOf: (...place: Place) => Key): Records<Row, Place> {
  const of = (item: Item) => item as Row & Key & Item; // only such records are put at such keys
  const orNull = (item: Item | null | undefined) => (item ? of(item) : null);
  return {
    of,
    orNull,
    read: async (table, ...place) => orNull(await table.get(keyOf(...place))),
    among(items, ...place) {
      const { pk, sk } = keyOf(...place);
      return orNull(items.find((item) => item.pk === pk && item.sk === sk));
    },
  };
}
