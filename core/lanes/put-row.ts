import { keys } from "../store/keys.ts";
import type { QueueLetter } from "../store/lane-queues.ts";
import type { Condition, Item } from "../store/table.ts";
import { putIndex } from "./due-index.ts";

/** A row to put into a lane. `queue`, `order` and `id` must not contain `#`. */
export interface NewRow {
  lane: string;
  queue: QueueLetter;
  /** The part of the sort key before the id, which determines the row's position in its queue, e.g. the due time. */
  order?: string;
  id: string;
  due: Date;
  expires_at: Date;
  /** Additional fields for the policy. */
  data?: Record<string, unknown>;
}

/** A row's sort key: `<queue>#[<order>#]<id>`. */
export const rowSortKey = (queue: QueueLetter, id: string, order?: string): string =>
  order === undefined ? `${queue}#${id}` : `${queue}#${order}#${id}`;

/** Extracts the queue from a row's sort key. The queue is also the class that a plan can hold. */
export const rowQueue = (sk: string): string => sk.slice(0, Math.max(0, sk.indexOf("#")));

/** Extracts the id from the end of a row's sort key. */
export const rowId = (sk: string): string => sk.slice(sk.lastIndexOf("#") + 1);

/**
 * Builds the write that puts a row. Include it in the transaction that stores whatever caused the row, and call
 * `ensureWake` after the commit. The write doesn't touch the lane's header, so two puts never conflict.
 * @param now must be read right before the request, because the sweep uses this time to find forgotten rows.
 */
export function putRow(row: NewRow, now: Date): { put: Item; if: Condition } {
  const sk = rowSortKey(row.queue, row.id, row.order);
  const putAt = now.toISOString();
  const put: Item = {
    ...row.data,
    ...keys.laneRow(row.lane, sk),
    ...putIndex(row.lane, sk, putAt),
    due: row.due.toISOString(),
    put_at: putAt,
    expires_at: row.expires_at.toISOString(),
    tries: 0,
  };
  return { put, if: [{ item: "absent" }] };
}
