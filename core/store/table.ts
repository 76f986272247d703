import type { TimeAhead } from "./table-time.ts";

/** A key in the one table. */
export interface Key {
  pk: string;
  sk: string;
}

/** A stored item: its key, the index attributes it appears under, and the record's own fields. */
export type Item = Key & Record<string, unknown>;

/** A value that a field can be compared with. */
export type Scalar = string | number | boolean | null;

/**
 * One claim about the item that a write touches. It is data, so that the table and the tests' memory table check it
 * alike. `item` is about the whole item; a comparison with a missing field is false.
 */
export type Claim =
  | { item: "exists" | "absent" }
  | { field: string; is: "present" | "missing" }
  | { field: string; op: "=" | "<>" | "<" | "<=" | ">" | ">="; value: Scalar }
  | { anyOf: Claim[][] };

/** All claims must hold. */
export type Condition = Claim[];

/**
 * Marks an item whose id contains its time and serves readers as a cursor, so it must be committed soon after.
 * `timelyTable` enforces that; the table itself ignores it.
 */
export interface Timely {
  id: string;
  made: Date;
  /**
   * The creator uses the id after the commit, so it can't be replaced. It is made with the table's time (`atTable`).
   */
  isKnown: boolean;
}

/**
 * One write, alone or in a transaction. `add` counts from 0; the type's users refuse a `set` of undefined instead of
 * storing it.
 */
export type Write =
  | { put: Item; if?: Condition; timely?: Timely }
  | { update: Key; set?: Record<string, unknown>; add?: Record<string, number>; remove?: string[]; if?: Condition }
  | { delete: Key; if?: Condition }
  | { check: Key; if: Condition };

/** The writes of a transaction: at least one, because DynamoDB refuses an empty transaction. */
export type SomeWrites = [Write, ...Write[]];

/** The table's indexes: `due` is for the lanes' sweep, the others serve lists. All contain only keys, and all lag. */
export const INDEXES = {
  due: { name: "due", pk: "gsi1pk", sk: "gsi1sk" },
  by_instance: { name: "by_instance", pk: "gsi2pk", sk: "gsi2sk" },
  by_phone: { name: "by_phone", pk: "gsi3pk", sk: "gsi3sk" },
} as const;
/** One of the table's indexes. */
export type IndexName = keyof typeof INDEXES;

/** A range of one partition, in sort-key order. */
export interface Range {
  pk: string;
  /** Sort keys that start with this. */
  prefix?: string;
  /** Exclusive bounds. */
  after?: string;
  before?: string;
  /** Inclusive bounds. */
  from?: string;
  to?: string;
  limit: number;
  descending?: boolean;
  index?: IndexName;
}

/** A write's condition did not hold. `item` is the item found there (null means nothing). */
export class ConditionFailed extends Error {
  readonly item: Item | null;
  constructor(item: Item | null) {
    super("A conditional write was refused: the item is not as the writer believed.");
    this.name = "ConditionFailed";
    this.item = item;
  }
}

/**
 * Not all of a transaction's conditions held. `failed[i]`: undefined = held, otherwise the item found there (null means
 * nothing).
 */
export class TransactionRefused extends Error {
  readonly failed: (Item | null | undefined)[];
  constructor(failed: (Item | null | undefined)[]) {
    super("A transaction was refused: an item is not as the writer believed.");
    this.name = "TransactionRefused";
    this.failed = failed;
  }
}

/** A transaction was not started (again) because `mayStart` returned false. Nothing was written, unless `isOpen`. */
export class TooLate extends Error {
  /** An earlier attempt got no answer and may have been applied. */
  readonly isOpen: boolean;
  constructor(isOpen: boolean) {
    super("A transaction was not begun in time.");
    this.name = "TooLate";
    this.isOpen = isOpen;
  }
}

/** Options for a transaction. */
export interface TransactOptions {
  /** Called right before each attempt. */
  mayStart?: () => boolean;
  /** Called before the next attempt after a conflict on an item; an error that it throws ends the transaction. */
  onConflict?: () => Promise<void>;
}

/**
 * The one table. Reads are strongly consistent, except index reads. Every method can reject with the store's own error
 * if it cannot be reached; conflicts and throttling, including those of single writes, are retried internally for as
 * long as a caller waits.
 */
export interface Table {
  /** How far its clock is ahead of this process's, as known from its answers; omitted means it has the same clock. */
  timeAhead?(): TimeAhead;
  get(key: Key): Promise<Item | null>;
  /** Returns the items that exist, in no guaranteed order. */
  getMany(keys: Key[]): Promise<Item[]>;
  /** Index reads return only keys and index attributes. `more` is true if the range continues after the last row. */
  query(range: Range): Promise<{ items: Item[]; more: boolean }>;
  /** Executes one write. @throws ConditionFailed @returns the new item after an update, otherwise null. */
  write(write: Write): Promise<Item | null>;
  /** Commits all or nothing, at most 100 writes, one per item. @throws TransactionRefused; TooLate. */
  transact(writes: SomeWrites, options?: TransactOptions): Promise<void>;
}
