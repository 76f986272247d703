import type { Table } from "./table.ts";

/**
 * Identifies one kind of data that a process remembers about a table. Remembered data may be outdated, because other
 * processes write to the same table. Code that relies on them must write with a condition, or specify for how long they
 * are trusted.
 */
export class CacheSlot<Value> {
  readonly name: string;
  /** The maximum number of entries. Beyond it, the entry that was written the longest ago is dropped. */
  readonly max: number;
  /** Never read. It only ties the slot to the type of its values. */
  declare protected readonly value: Value;

  constructor(name: string, max: number) {
    this.name = name;
    this.max = max;
  }
}

/** The entries of one slot. */
export class Cache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key); // so that it is last
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

/** All data that a process remembers about one table. */
export class Caches {
  readonly #bySlot = new Map<CacheSlot<unknown>, Cache<unknown>>();

  at<Value>(slot: CacheSlot<Value>): Cache<Value> {
    const known = this.#bySlot.get(slot);
    if (known) return known as Cache<Value>; // created below, for this very slot
    const cache = new Cache<Value>(slot.max);
    this.#bySlot.set(slot, cache);
    return cache;
  }
}

const ofTables = new WeakMap<Table, Caches>();

/**
 * Returns the caches for one table in this process. Tests, and a single machine that runs several systems, have several
 * tables in one process. Entries of one table would be wrong for another, so each cache belongs to one table and is
 * dropped together with it. No other module in the sources keeps state.
 */
export function cachesOf(table: Table): Caches {
  const known = ofTables.get(table) ?? new Caches();
  ofTables.set(table, known);
  return known;
}
