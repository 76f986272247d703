import type { Item, Key, Table } from "./table.ts";

/** Typed reads for one kind of record. The table itself only handles untyped items, which get their types here. */
export interface Records<Row, Place extends unknown[]> {
  /** Reads a record with strong consistency. @returns null if the record doesn't exist. */
  read(table: Table, ...place: Place): Promise<(Row & Key) | null>;
  /** Finds a record among items that were read together. @returns null if the record isn't among them. */
  among(items: readonly Item[], ...place: Place): (Row & Key) | null;
  /** Returns an item that was read under a key of this kind, with its type. */
  of(item: Item): Row & Key;
  /** Like `of`, for an item that may not exist. */
  orNull(item: Item | null | undefined): (Row & Key) | null;
}

/**
 * Creates typed reads for the records stored under keys of this kind. Nothing else is stored under such keys:
 * docs/data-model.md.
 */
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
