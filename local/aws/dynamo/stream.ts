import { fitsPattern } from "../bus/pattern.ts";
import { REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import type { CatalogTable } from "./catalog.ts";
import type { WireItem } from "./dynalite.ts";
import type { ItemChange } from "./item-store.ts";
import { keyAttributes } from "./keys-of.ts";
import type { DynamoStatements } from "./records.ts";

/** An item's change as Lambda passes it to a function on the table's stream: new images, bytes as base64. */
export interface StreamRecord extends Json {
  eventName: "INSERT" | "MODIFY" | "REMOVE";
  dynamodb: Json & { Keys: WireItem; SequenceNumber: string };
}

/** Item changes that no follower has removed yet, in commit order. */
export interface TableStream {
  /** From now on, keeps the table's changes that match one of these patterns, until they are removed here. */
  follow(table: string, patterns: readonly Json[]): Promise<void>;
  /** Returns the oldest changes. */
  next(limit: number): Promise<StreamRecord[]>;
  remove(records: readonly StreamRecord[]): Promise<void>;
  /** Returns the number of waiting changes. */
  waiting(): number;
  /** Calls `listener` after each commit with changes. */
  onRecords(listener: () => void): void;
  /** Calls `listener` after each commit to any table with what changed; it is not kept. */
  onCommit(listener: (changes: readonly CommittedChange[]) => void): void;
}

/** An item before and after a commit; undefined if there was none. */
export type CommittedChange = Pick<ItemChange, "before" | "after">;

/** The stream as the store writes it, in one transaction with the items. */
export interface StreamLog extends Omit<TableStream, "follow"> {
  follow(table: CatalogTable, patterns: readonly Json[]): void;
  recordsFor(changes: readonly ItemChange[]): StreamRecord[];
  write(records: readonly StreamRecord[]): void;
  /** Call it once the transaction with these changes and their records is committed. */
  committed(records: readonly StreamRecord[], changes: readonly ItemChange[]): void;
}

/** Numbers are padded to this length so that they sort as text. */
const DIGITS = 21;

/**
 * Creates DynamoDB's stream as a function with a filter sees it. Only changes that match the filter are kept, until
 * they are removed; for a table without followers nothing is written. Items put by `load` aren't in it.
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
