import { fitsPattern } from "../bus/pattern.ts";
import { REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import type { CatalogTable } from "./catalog.ts";
import type { WireItem } from "./dynalite.ts";
import type { ItemChange } from "./item-store.ts";
import { keyAttributes } from "./keys-of.ts";
import type { DynamoStatements } from "./records.ts";

/**
 * An item change in the form that Lambda passes to a function on the table's stream: new images, with bytes as base64.
 */
export interface StreamRecord extends Json {
  eventName: "INSERT" | "MODIFY" | "REMOVE";
  dynamodb: Json & { Keys: WireItem; SequenceNumber: string };
}

/** Item changes that have not been removed from the stream yet, in commit order. */
export interface TableStream {
  /** From now on, stores the table's changes that match one of the patterns, until they are removed with `remove`. */
  follow(table: string, patterns: readonly Json[]): Promise<void>;
  /** Returns the oldest stored changes. */
  next(limit: number): Promise<StreamRecord[]>;
  remove(records: readonly StreamRecord[]): Promise<void>;
  /** Returns the number of stored changes. */
  waiting(): number;
  /** Calls `listener` after each commit that added changes to the stream. */
  onRecords(listener: () => void): void;
  /** Calls `listener` with the changes after each commit to any table. These changes aren't stored. */
  onCommit(listener: (changes: readonly CommittedChange[]) => void): void;
}

/** An item before and after a commit. If the item didn't exist at that point, the value is undefined. */
export type CommittedChange = Pick<ItemChange, "before" | "after">;

/** The stream from the store's point of view. The store writes to it in the same transaction as the items. */
export interface StreamLog extends Omit<TableStream, "follow"> {
  follow(table: CatalogTable, patterns: readonly Json[]): void;
  recordsFor(changes: readonly ItemChange[]): StreamRecord[];
  write(records: readonly StreamRecord[]): void;
  /** Must be called once the transaction with these changes and their records has been committed. */
  committed(records: readonly StreamRecord[], changes: readonly ItemChange[]): void;
}

/** Numbers are padded to this length so that they sort numerically as text. */
const DIGITS = 21;

/**
 * Creates a DynamoDB stream as seen by a function with a filter. Only changes that match the filter are stored, until
 * they are removed. For a table without followers, nothing is stored. The stream doesn't include items added by `load`.
 */
export function streamLog(store: DynamoStatements): StreamLog {
  const left = store.first("SELECT count(*) AS count, max(number) AS last FROM stream") ?? {};
  const followed = new Map<number, readonly Json[]>();
  const listeners = new Set<() => void>();
  const watchers = new Set<(changes: readonly CommittedChange[]) => void>();
  let last = Number(left.last ?? 0);
  let waiting = Number(left.count ?? 0);

  function recordOf({ table, before, after }: ItemChange): StreamRecord {
    return {
      eventName: before === undefined ? "INSERT" : after === undefined ? "REMOVE" : "MODIFY",
      eventSource: "aws:dynamodb",
      eventVersion: "1.1",
      awsRegion: REGION,
      dynamodb: {
        Keys: keyAttributes(after ?? before ?? {}, table.shape),
        ...(after !== undefined && { NewImage: after }),
        SequenceNumber: "",
        StreamViewType: "NEW_IMAGE",
      },
    };
  }

  return {
    follow: (table, patterns) => void followed.set(table.id, patterns),

    recordsFor: (changes) =>
      changes.flatMap((change): StreamRecord[] => {
        const patterns = followed.get(change.table.id);
        if (!patterns) return [];
        const record = recordOf(change);
        return patterns.some((pattern) => fitsPattern(pattern, record)) ? [record] : [];
      }),

    write(records) {
      for (const record of records) {
        record.dynamodb.SequenceNumber = String(++last).padStart(DIGITS, "0");
        store.run("INSERT INTO stream (number, record) VALUES (?, ?)", last, JSON.stringify(record));
      }
    },

    committed(records, changes) {
      waiting += records.length;
      if (records.length > 0) for (const listener of listeners) listener();
      for (const watcher of watchers) watcher(changes);
    },

    async next(limit) {
      const rows = store.all("SELECT record FROM stream ORDER BY number LIMIT ?", limit);
      return rows.map(({ record }) => JSON.parse(String(record)) as StreamRecord); // written above
    },

    async remove(records) {
      store.atomically(() => {
        for (const { dynamodb } of records)
          store.run("DELETE FROM stream WHERE number = ?", Number(dynamodb.SequenceNumber));
      });
      waiting -= records.length;
    },

    waiting: () => waiting,
    onRecords: (listener) => void listeners.add(listener),
    onCommit: (listener) => void watchers.add(listener),
  };
}
