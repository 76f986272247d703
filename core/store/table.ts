import type { TimeAhead } from "./table-time.ts";

/** The one table's key. */
export interface Key {
  pk: string;
  sk: string;
}

/** A stored item: its key, the index attributes it appears under, and the record's own fields. */
export type Item = Key & Record<string, unknown>;

/** A value that a field may be compared with. */
export type Scalar = string | number | boolean | null;

/**
 * One claim about the item that a write touches: data, so that the table and the tests' memory table judge it alike.
 * `item` is about the whole item; a comparison with a missing field is false.
 */
export type Claim =
  | { item: "exists" | "absent" }
  | { field: string; is: "present" | "missing" }
  | { field: string; op: "=" | "<>" | "<" | "<=" | ">" | ">="; value: Scalar }
  | { anyOf: Claim[][] };

/** All claims must hold. */
export type Condition = Claim[];

/**
 * Marks an item whose id holds its time and serves readers as a cursor: it must be committed soon after. `timelyTable`
 * enforces that; the table itself ignores it.
 */
export interface Timely {
  id: string;
  made: Date;
  /**
   * The maker uses the id after the commit, so it can't be replaced. Such an id is made by the table's time
   * (`atTable`).
   */
  isKnown: boolean;
}

/**
 * One write, alone or in a transaction. `add` counts from 0; `set` of undefined is refused by the type's users, not
 * stored.
 */
export type Write =
  | { put: Item; if?: Condition; timely?: Timely }
  | { update: Key; set?: Record<string, unknown>; add?: Record<string, number>; remove?: string[]; if?: Condition }
  | { delete: Key; if?: Condition }
  | { check: Key; if: Condition };

/** The writes of a transaction: at least one, for DynamoDB refuses a transaction of none. */
export type SomeWrites = [Write, ...Write[]];

/** The table's indexes: `due` is the lanes' sweep, the others serve lists. All hold only keys, and all lag. */
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

/** A write whose condition did not hold. `item` is the item found there (null: nothing). */
export class ConditionFailed extends Error {
  readonly item: Item | null;
  constructor(item: Item | null) {
    super("A conditional write was refused: the item is not as the writer believed.");
    this.name = "ConditionFailed";
    this.item = item;
  }
}

/**
 * A transaction whose conditions did not all hold. `failed[i]`: undefined = held, else the item found there (null:
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

/** A transaction that was not started (again) because `mayStart` said no. Nothing was written, unless `isOpen`. */
export class TooLate extends Error {
  /** An earlier attempt got no answer and may have been applied. */
  readonly isOpen: boolean;
  constructor(isOpen: boolean) {
    super("A transaction was not begun in time.");
    this.name = "TooLate";
    this.isOpen = isOpen;
  }
}

/** Options of a transaction. */
export interface TransactOptions {
  /** Asked right before each attempt. */
  mayStart?: () => boolean;
  /** Called before the next attempt after a conflict on an item; an error it throws ends the transaction. */
  onConflict?: () => Promise<void>;
}

/**
 * The one table. Reads are strongly consistent except those of an index. Every method may reject with the store's own
 * error when it cannot be reached; conflicts and throttling, of single writes too, are retried inside for as long as a
 * caller waits.
 */
export interface Table {
  /** How far its clock is ahead of this process's, as known from its answers; left out: it has the same clock. */
  timeAhead?(): TimeAhead;
  get(key: Key): Promise<Item | null>;
  /** The items that exist, in no promised order. */
  getMany(keys: Key[]): Promise<Item[]>;
  /** Index reads return keys and index attributes only. `more` is true when the range continues after the last row. */
  query(range: Range): Promise<{ items: Item[]; more: boolean }>;
  /** Makes one write. @throws ConditionFailed @returns the new item after an update, else null. */
  write(write: Write): Promise<Item | null>;
  /** All or nothing, at most 100 writes, one per item. @throws TransactionRefused; TooLate. */
  transact(writes: SomeWrites, options?: TransactOptions): Promise<void>;
}
