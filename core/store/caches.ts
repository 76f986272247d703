import type { Table } from "./table.ts";

/**
 * Identifies a kind of data that a process caches from a table. Cached data may be outdated, because other processes
 * write to the same table. Code that relies on cached data must write with a condition, or specify how long it is
 * trusted.
 */
export class CacheSlot<Value> {
  readonly name: string;
  /** The maximum number of entries. If it is exceeded, the least recently written entry is evicted. */
  readonly max: number;
  /** Never read. Only ties the slot to the type of its values. */
  declare protected readonly value: Value;

  constructor(name: string, max: number) {
    this.name = name;
    this.max = max;
  }
}

/** The entries of a slot. */
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

/** All data that a process caches from a table. */
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
 * Returns the caches for a table in this process. In tests, and when a single machine runs several systems, a process
 * has several tables. A cached entry is only correct for its own table, so each cache belongs to a single table and is
 * dropped together with it. No other module in the source code keeps state.
 */
export function cachesOf(table: Table): Caches {
  const known = ofTables.get(table) ?? new Caches();
  ofTables.set(table, known);
  return known;
}
