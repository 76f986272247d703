import type { Callback, DynaliteStore, LevelWrite, SubStore } from "./dynalite.ts";

/** What a write does to one item. */
export interface ItemChange {
  table: string;
  key: string;
  before: unknown;
  after: unknown;
}

/** A store that remembers writes instead of making them. */
export interface Overlay {
  store: DynaliteStore;
  /** Every record to write, items and index entries alike. */
  writes(): LevelWrite[];
  changes(): ItemChange[];
}

/**
 * Lets dynalite's own actions run without touching the database: what they would write is collected and can be
 * committed as one atomic batch, or thrown away. So a transaction (and an item with its index entries) is on disk whole
 * or not at all, with no redo log.
 */
export function overlayOf(base: DynaliteStore): Overlay {
  const pending = new Map<string, LevelWrite>();
  const changes = new Map<string, ItemChange>();

  function subStore(prefix: string, below: SubStore, table: string | null): SubStore {
    function note(key: string, write: LevelWrite, callback: Callback<void>): void {
      pending.set(write.key, write);
      const change = changes.get(write.key);
      if (change) change.after = write.type === "put" ? write.value : undefined;
      else if (table !== null) throw new Error(`dynalite wrote ${key} without reading it first.`);
      setImmediate(callback, null);
    }
    return {
      get(key, callback) {
        const written = pending.get(prefix + key);
        if (written) {
          setImmediate(callback, null, written.type === "put" ? written.value : undefined);
          return;
        }
        below.get(key, (error, value) => {
          if (!error && table !== null) changes.set(prefix + key, { table, key, before: value, after: value });
          callback(error, value);
        });
      },
      put: (key, value, callback) => note(key, { type: "put", key: prefix + key, value }, callback),
      del: (key, callback) => note(key, { type: "del", key: prefix + key }, callback),
      // Writers run one at a time, and one request names an item once.
      lock: (_key, run) => run((callback) => callback),
    };
  }

  return {
    store: {
      ...base,
      getItemDb: (table) => subStore(`item-${table}~`, base.getItemDb(table), table),
      getIndexDb: (kind, table, index) =>
        subStore(`index-${kind.toLowerCase()}~${table}~${index}~`, base.getIndexDb(kind, table, index), null),
    },
    writes: () => [...pending.values()],
    changes: () => [...changes.values()],
  };
}
