import {
  ConditionFailed,
  INDEXES,
  type IndexName,
  type Item,
  type Key,
  type Range,
  type Table,
  TooLate,
  TransactionRefused,
  type TransactOptions,
  type Write,
} from "../../core/store/table.ts";
import { holds } from "./memory-claims.ts";
import { keyOf, refuseUnsound } from "./wrong-requests.ts";

/** A table call, as seen by a hook. */
export type TableOperation =
  | { kind: "get"; key: Key }
  | { kind: "getMany"; keys: Key[] }
  | { kind: "query"; range: Range }
  | { kind: "write" | "transact"; writes: Write[] };

/**
 * Called before an operation takes effect, and again after that but before its response. A hook that waits simulates a
 * pause. A hook that rejects simulates a failure or, after the operation, a lost response. A hook that never settles
 * simulates a death.
 */
export type TableHook = (operation: TableOperation, phase: "before" | "after") => Promise<void> | void;

export interface MemoryTableOptions {
  hook?: TableHook;
  /** Returns the time in epoch milliseconds. Used for the lag of indexes. */
  now?: () => number;
  /** Returns the lag of an index read. Called for each read. The maximum is `LAG_KEPT_MS`. */
  indexLagMs?: () => number;
}

const LAG_KEPT_MS = 20_000;

interface Shared {
  partitions: Map<string, Map<string, Item>>;
  /** The entries of all indexes. A removed entry stays for a while, so that reads can lag. */
  entries: Map<string, IndexEntry[]>;
  options: MemoryTableOptions;
}

interface IndexEntry {
  shown: Item;
  sortKey: string;
  from: number;
  to: number;
}

/**
 * An in-memory table with the same claims and writes as the real table. It is serializable, and its index reads can
 * lag.
 */
export class MemoryTable implements Table {
  readonly #shared: Shared;
  readonly #hook: TableHook | undefined;

  constructor(options: MemoryTableOptions = {}, shared?: Shared) {
    this.#shared = shared ?? { partitions: new Map(), entries: new Map(), options };
    this.#hook = options.hook;
  }

  /** Returns a table with the same data and a different hook, as seen by one process. */
  withHook(hook: TableHook): MemoryTable {
    return new MemoryTable({ ...this.#shared.options, hook }, this.#shared);
  }

  /** Returns a separate table that starts with the same data but has no hook. */
  fork(): MemoryTable {
    const { partitions, entries, options } = this.#shared;
    const { hook: _, ...others } = options;
    const rowsOf = (rows: Map<string, Item>) => new Map([...rows].map(([sk, item]) => [sk, copy(item)]));
    return new MemoryTable(others, {
      partitions: new Map([...partitions].map(([pk, rows]) => [pk, rowsOf(rows)])),
      entries: new Map([...entries].map(([index, rows]) => [index, rows.map((entry) => ({ ...entry }))])),
      options: others,
    });
  }

  /** Returns copies of all stored items, for assertions. */
  all(): Item[] {
    return [...this.#shared.partitions.values()].flatMap((rows) => [...rows.values()].map(copy));
  }

  /** Returns the current item without calling any hook, for assertions. */
  peek({ pk, sk }: Key): Item | null {
    const item = this.#stored(pk, sk);
    return item ? copy(item) : null;
  }

  /** Returns the stored items of a partition in key order, bypassing every hook, for assertions. */
  partition(pk: string): Item[] {
    return this.#sorted(pk).map(copy);
  }

  async get(key: Key): Promise<Item | null> {
    const operation = { kind: "get", key } as const;
    await this.#hook?.(operation, "before");
    const item = this.peek(key);
    await this.#hook?.(operation, "after");
    return item;
  }

  async getMany(keys: Key[]): Promise<Item[]> {
    const operation = { kind: "getMany", keys } as const;
    await this.#hook?.(operation, "before");
    const items = keys.map((key) => this.peek(key)).filter((item) => item !== null);
    await this.#hook?.(operation, "after");
    return items;
  }

  async query(range: Range): Promise<{ items: Item[]; more: boolean }> {
    const operation = { kind: "query", range } as const;
    await this.#hook?.(operation, "before");
    const matching = range.index ? this.#indexRows(range.index, range.pk) : this.#tableRows(range.pk);
    const inRange = matching.filter(({ sortKey }) => isInRange(sortKey, range));
    if (range.descending) inRange.reverse();
    const answer = {
      items: inRange.slice(0, range.limit).map(({ shown }) => copy(shown)),
      more: inRange.length > range.limit,
    };
    await this.#hook?.(operation, "after");
    return answer;
  }

  async write(write: Write): Promise<Item | null> {
    if ("check" in write) throw new Error("A check makes sense only inside a transaction.");
    const operation: TableOperation = { kind: "write", writes: [write] };
    await this.#hook?.(operation, "before");
    const { pk, sk } = keyOf(write);
    const old = this.#stored(pk, sk);
    if (!holds(write.if, old)) {
      await this.#hook?.(operation, "after");
      throw new ConditionFailed(old ? copy(old) : null);
    }
    this.#apply(write);
    const answer = "update" in write ? this.peek(write.update) : null;
    await this.#hook?.(operation, "after");
    return answer;
  }

  async transact(writes: Write[], { mayStart }: TransactOptions = {}): Promise<void> {
    refuseUnsound(writes);
    const operation = { kind: "transact", writes } as const;
    await this.#hook?.(operation, "before");
    if (mayStart && !mayStart()) throw new TooLate(false);
    const failed = writes.map((write) => {
      const { pk, sk } = keyOf(write);
      const old = this.#stored(pk, sk);
      if (holds(write.if, old)) return undefined;
      return old ? copy(old) : null;
    });
    const isRefused = failed.some((old) => old !== undefined);
    if (!isRefused) for (const write of writes) this.#apply(write);
    await this.#hook?.(operation, "after");
    if (isRefused) throw new TransactionRefused(failed);
  }

  #stored(pk: string, sk: string): Item | undefined {
    return this.#shared.partitions.get(pk)?.get(sk);
  }

  #apply(write: Write): void {
    if ("check" in write) return;
    const { pk, sk } = keyOf(write);
    const old = this.#stored(pk, sk);
    const item = "put" in write ? copy(write.put) : "delete" in write ? undefined : updated(write, old);
    const rows = this.#shared.partitions.get(pk) ?? new Map<string, Item>();
    this.#shared.partitions.set(pk, rows);
    if (item) rows.set(sk, item);
    else rows.delete(sk);
    for (const index of Object.values(INDEXES)) this.#reindex(index, old, item);
  }

  #reindex(index: (typeof INDEXES)[IndexName], old: Item | undefined, item: Item | undefined): void {
    const before = old?.[index.pk];
    const after = item?.[index.pk];
    if (before === after && old?.[index.sk] === item?.[index.sk]) return;
    const at = this.#now();
    if (old && typeof before === "string") {
      const entries = this.#entries(index.name, before);
      const entry = entries.find(({ shown, to }) => to === Infinity && shown.pk === old.pk && shown.sk === old.sk);
      if (entry) entry.to = at;
      this.#setEntries(
        index.name,
        before,
        entries.filter(({ to }) => to > at - LAG_KEPT_MS),
      );
    }
    const sortKey = item?.[index.sk];
    if (item && typeof after === "string" && typeof sortKey === "string") {
      const shown = { pk: item.pk, sk: item.sk, [index.pk]: after, [index.sk]: sortKey };
      this.#setEntries(index.name, after, [
        ...this.#entries(index.name, after),
        { shown, sortKey, from: at, to: Infinity },
      ]);
    }
  }

  #entries(index: string, pk: string): IndexEntry[] {
    return this.#shared.entries.get(`${index}|${pk}`) ?? [];
  }

  #setEntries(index: string, pk: string, entries: IndexEntry[]): void {
    this.#shared.entries.set(`${index}|${pk}`, entries);
  }

  #now(): number {
    return this.#shared.options.now?.() ?? 0;
  }

  #indexRows(index: IndexName, pk: string): { shown: Item; sortKey: string }[] {
    const at = this.#now() - (this.#shared.options.indexLagMs?.() ?? 0);
    return this.#entries(INDEXES[index].name, pk)
      .filter(({ from, to }) => from <= at && to > at)
      .sort((a, b) => (a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0));
  }

  #sorted(pk: string): Item[] {
    const rows = this.#shared.partitions.get(pk);
    return rows ? [...rows.values()].sort((a, b) => (a.sk < b.sk ? -1 : 1)) : [];
  }

  #tableRows(pk: string): { shown: Item; sortKey: string }[] {
    return this.#sorted(pk).map((item) => ({ shown: item, sortKey: item.sk }));
  }
}

function updated(write: Extract<Write, { update: Key }>, old: Item | undefined): Item {
  const item: Item = old ? copy(old) : { pk: write.update.pk, sk: write.update.sk };
  if (write.set && ("pk" in write.set || "sk" in write.set)) throw new Error("No update sets an item's key.");
  for (const [field, value] of Object.entries(write.set ?? {})) if (value !== undefined) item[field] = plainCopy(value);
  for (const [field, by] of Object.entries(write.add ?? {})) {
    const stored = item[field] ?? 0;
    if (typeof stored !== "number") throw new Error(`"${field}" is no number; nothing can be added to it.`);
    item[field] = stored + by;
  }
  for (const field of write.remove ?? []) delete item[field];
  return item;
}

function isInRange(sortKey: string, range: Range): boolean {
  return (
    (range.prefix === undefined || sortKey.startsWith(range.prefix)) &&
    (range.after === undefined || sortKey > range.after) &&
    (range.from === undefined || sortKey >= range.from) &&
    (range.before === undefined || sortKey < range.before) &&
    (range.to === undefined || sortKey <= range.to)
  );
}

const copy = (item: Item): Item => plainCopy(item) as Item; // a copy has the shape of what it copies

/**
 * Copies values that the table can store, leaving out undefined fields as the client does. Much cheaper than
 * structuredClone.
 */
function plainCopy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plainCopy);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (value instanceof Set) return new Set(value);
  const result: Record<string, unknown> = {};
  for (const [field, inner] of Object.entries(value)) if (inner !== undefined) result[field] = plainCopy(inner);
  return result;
}
