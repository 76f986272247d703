import { fitsPattern } from "../bus/pattern.ts";
import { REGION } from "../names.ts";
import type { Json } from "../service.ts";
import { type DynaliteStore, type LevelWrite, promised, type TableDescription, type WireItem } from "./dynalite.ts";
import type { ItemChange } from "./overlay.ts";

/** A change of an item as Lambda hands it to a function on the table's stream: new images, bytes as base64. */
export interface StreamRecord extends Json {
  eventName: "INSERT" | "MODIFY" | "REMOVE";
  dynamodb: Json & { Keys: WireItem; SequenceNumber: string };
}

/** Changes of items that somebody is still to be told, in the order of their commits. */
export interface TableStream {
  /** From now on, changes of the table that fit one of these patterns are kept until they are removed here. */
  follow(table: string, patterns: readonly Json[]): Promise<void>;
  /** The oldest ones. */
  next(limit: number): Promise<StreamRecord[]>;
  remove(records: readonly StreamRecord[]): Promise<void>;
  /** How many there are. */
  waiting(): number;
  /** Called after a commit that has some. */
  onRecords(listener: () => void): void;
}

/** What the store does with it: the records are written in one batch with the items, so neither is there alone. */
export interface StreamLog extends TableStream {
  writesFor(changes: readonly ItemChange[]): LevelWrite[];
  /** The batch with these writes is on the disk. */
  committed(writes: number): void;
}

interface Followed {
  patterns: readonly Json[];
  keyNames: string[];
}

const PREFIX = "stream~";
/** Sorts as text, and no process counts so far. */
const DIGITS = 21;

const keyOf = (number: string) => `${PREFIX}${number}`;

/**
 * DynamoDB's stream as far as a function with a filter sees it. Only what fits the filter is kept, and without an end:
 * where nobody follows, nothing is written. Items that were put past the requests (`load`) are not in it.
 */
export async function streamLog(base: DynaliteStore): Promise<StreamLog> {
  const left = await base.db.keys({ gte: PREFIX, lt: `${PREFIX}\xff` }).all();
  const followed = new Map<string, Followed>();
  const listeners = new Set<() => void>();
  let last = BigInt(left.at(-1)?.slice(PREFIX.length) ?? 0);
  let waiting = left.length;

  function recordOf({ before, after }: ItemChange, { keyNames }: Followed): StreamRecord {
    const item = (after ?? before) as WireItem; // dynalite stores items in wire form
    const Keys = Object.fromEntries(keyNames.map((name) => [name, item[name] ?? {}]));
    return {
      eventName: before === undefined ? "INSERT" : after === undefined ? "REMOVE" : "MODIFY",
      eventSource: "aws:dynamodb",
      eventVersion: "1.1",
      awsRegion: REGION,
      dynamodb: {
        Keys,
        ...(after !== undefined && { NewImage: after }),
        SequenceNumber: "",
        StreamViewType: "NEW_IMAGE",
      },
    };
  }

  return {
    async follow(table, patterns) {
      const { KeySchema } = await promised<TableDescription>((callback) => base.getTable(table, callback));
      followed.set(table, { patterns, keyNames: KeySchema.map(({ AttributeName }) => AttributeName) });
    },

    writesFor: (changes) =>
      changes.flatMap((change): LevelWrite[] => {
        const follower = followed.get(change.table);
        // What was only read for a condition is no change.
        if (!follower || change.before === change.after) return [];
        const record = recordOf(change, follower);
        if (!follower.patterns.some((pattern) => fitsPattern(pattern, record))) return [];
        const number = String(++last).padStart(DIGITS, "0");
        record.dynamodb.SequenceNumber = number;
        return [{ type: "put", key: keyOf(number), value: record }];
      }),

    committed(writes) {
      waiting += writes;
      if (writes > 0) for (const listener of listeners) listener();
    },

    async next(limit) {
      const found = await base.db.iterator({ gte: PREFIX, lt: `${PREFIX}\xff`, limit }).all();
      return found.map(([, record]) => record as StreamRecord); // written above
    },

    async remove(records) {
      await base.db.batch(records.map(({ dynamodb }) => ({ type: "del", key: keyOf(dynamodb.SequenceNumber) })));
      waiting -= records.length;
    },

    waiting: () => waiting,
    onRecords: (listener) => void listeners.add(listener),
  };
}
