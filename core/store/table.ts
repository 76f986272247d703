import type { TimeAhead } from "./table-time.ts";

/** A key in the single table. */
export interface Key {
  pk: string;
  sk: string;
}

/** A stored item: its key, its index attributes, and the record's own fields. */
export type Item = Key & Record<string, unknown>;

/** A value that a field can be compared with. */
export type Scalar = string | number | boolean | null;

/**
 * A claim about the item that a write touches. Claims are data, so the real table and the in-memory test table check
 * them in the same way. `item` refers to the whole item. A comparison with a missing field is false.
 */
export type Claim =
  | { item: "exists" | "absent" }
  | { field: string; is: "present" | "missing" }
  | { field: string; op: "=" | "<>" | "<" | "<=" | ">" | ">="; value: Scalar }
  | { anyOf: Claim[][] };

/** A list of claims that must all be true. */
export type Condition = Claim[];

/**
 * Marks an item whose id contains its creation time and is used by readers as a cursor. Such an item must be committed
 * soon after its id was generated. `timelyTable` enforces this; the table itself ignores the mark.
 */
export interface Timely {
  id: string;
  made: Date;
  /**
   * Whether the creator uses the id after the commit, in which case the id can't be replaced. Such an id is generated
   * with the table's time (`atTable`).
   */
  isKnown: boolean;
}

/**
 * A single write, on its own or as part of a transaction. `add` starts from 0 if the field is missing. Implementations
 * must refuse to `set` a field to undefined rather than store it.
 */
export type Write =
  | { put: Item; if?: Condition; timely?: Timely }
  | { update: Key; set?: Record<string, unknown>; add?: Record<string, number>; remove?: string[]; if?: Condition }
  | { delete: Key; if?: Condition }
  | { check: Key; if: Condition };

/** The writes of a transaction. There must be at least one write, because DynamoDB refuses an empty transaction. */
export type SomeWrites = [Write, ...Write[]];

/**
 * The table's indexes. The lane sweep uses `due`; lists use the others. All of them are keys-only and eventually
 * consistent.
 */
export const INDEXES = {
  due: { name: "due", pk: "gsi1pk", sk: "gsi1sk" },
  by_instance: { name: "by_instance", pk: "gsi2pk", sk: "gsi2sk" },
  by_phone: { name: "by_phone", pk: "gsi3pk", sk: "gsi3sk" },
} as const;
/** The name of one of the table's indexes. */
export type IndexName = keyof typeof INDEXES;

/** A range within a partition, in sort-key order. */
export interface Range {
  pk: string;
  /** Limits the range to sort keys that start with this string. */
  prefix?: string;
  /** Exclusive bounds. `before` is the upper bound. */
  after?: string;
  before?: string;
  /** Inclusive bounds. `to` is the upper bound. */
  from?: string;
  to?: string;
  limit: number;
  descending?: boolean;
  index?: IndexName;
}

/** Thrown if a write's condition failed. `item` is the item found, or null if there was none. */
export class ConditionFailed extends Error {
  readonly item: Item | null;
  constructor(item: Item | null) {
    super("A conditional write was refused, because the item is not in the expected state.");
    this.name = "ConditionFailed";
    this.item = item;
  }
}

/**
 * Thrown if any of a transaction's conditions failed. `failed[i]` is undefined if condition i was met; otherwise, it is
 * the item found, or null if there was none.
 */
export class TransactionRefused extends Error {
  readonly failed: (Item | null | undefined)[];
  constructor(failed: (Item | null | undefined)[]) {
    super("A transaction was refused, because an item is not in the expected state.");
    this.name = "TransactionRefused";
    this.failed = failed;
  }
}

/**
 * Thrown if a transaction wasn't started, or wasn't retried, because `mayStart` returned false. Nothing was written,
 * unless `isOpen` is true.
 */
export class TooLate extends Error {
  /** Whether an earlier attempt received no response, so it may have been applied. */
  readonly isOpen: boolean;
  constructor(isOpen: boolean) {
    super("A transaction was not started in time.");
    this.name = "TooLate";
    this.isOpen = isOpen;
  }
}

/** Options for a transaction. */
export interface TransactOptions {
  /** Called right before each attempt. */
  mayStart?: () => boolean;
  /**
   * Called before the next attempt after a conflict over an item. If it throws, the transaction ends with that error.
   */
  onConflict?: () => Promise<void>;
}

/**
 * The single table. Reads are strongly consistent, except for index reads. Every method rejects with the store's own
 * error if the store can't be reached. Conflicts and throttling, including those of single writes, are retried
 * internally for as long as a caller can reasonably wait.
 */
export interface Table {
  /**
   * Returns how far the table's clock is ahead of this process's, based on the table's responses. If this method is
   * missing, the two share a clock.
   */
  timeAhead?(): TimeAhead;
  get(key: Key): Promise<Item | null>;
  /** Returns the items that exist, in no guaranteed order. */
  getMany(keys: Key[]): Promise<Item[]>;
  /**
   * Queries a range. Index reads return only keys and index attributes. `more` is true if the range continues past the
   * last item returned.
   */
  query(range: Range): Promise<{ items: Item[]; more: boolean }>;
  /** Executes one write. @throws ConditionFailed @returns the new item after an update, otherwise null. */
  write(write: Write): Promise<Item | null>;
  /**
   * Commits all of the writes or none. Accepts at most 100 writes, with only one per item. @throws TransactionRefused;
   * TooLate.
   */
  transact(writes: SomeWrites, options?: TransactOptions): Promise<void>;
}
