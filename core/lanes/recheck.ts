import { DAY_MS } from "../contracts/durations.ts";
import { INSTANCE_QUEUES } from "../store/lane-queues.ts";
import type { Write } from "../store/table.ts";
import type { LaneRow } from "./lane.ts";
import { putRow } from "./put-row.ts";

/** The queue for recheck rows. They are never held, and are handled before all other rows. */
export const RECHECK = INSTANCE_QUEUES.recheck;

/** How long to retain an unhandled recheck. After that, it would be pointless. */
const EXPIRES_MS = DAY_MS;

/**
 * Builds the write that makes a lane's worker notice a change, such as a raised cap, a resumed endpoint, or a message
 * from a person. Include it in the transaction that makes the change, then call `ensureWake(deps, lane, now, null)`.
 * Nothing else informs the worker. The write replaces a waiting recheck with the same id, so a change is never refused
 * because an earlier one hasn't been noticed yet.
 * @param id must not contain `#`. Changes that a single recheck can cover share an id.
 */
export function recheckRow(lane: string, id: string, now: Date, data: Record<string, unknown> = {}): Write {
  const expires = new Date(now.getTime() + EXPIRES_MS);
  return { put: putRow({ lane, queue: RECHECK, id, due: now, expires_at: expires, data }, now).put };
}

/**
 * Builds the write that postpones the rest of a recheck's work, so the lane can continue in the meantime. The write is
 * refused if the row has been put again since it was read.
 */
export function putOffRecheck(row: LaneRow, until: Date): Write {
  return {
    update: { pk: row.pk, sk: row.sk },
    set: { rest_until: until.toISOString() },
    if: [{ field: "put_at", op: "=", value: row.put_at }],
  };
}

/**
 * Builds the write that deletes a recheck row, unless the row was put again after it was read (ConditionFailed: read it
 * again). Delete a recheck without data *before* reading the settings, so a later change creates a new recheck. If a
 * recheck carries work, delete it after that work is done, or in the same transaction.
 */
export function dropRecheck(row: LaneRow): Write {
  return { delete: { pk: row.pk, sk: row.sk }, if: [{ field: "put_at", op: "=", value: row.put_at }] };
}
