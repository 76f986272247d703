import { DAY_MS } from "../contracts/durations.ts";
import { INSTANCE_QUEUES } from "../store/lane-queues.ts";
import type { Write } from "../store/table.ts";
import type { LaneRow } from "./lane.ts";
import { putRow } from "./put-row.ts";

/** The queue for recheck rows: never held, handled before everything else. */
export const RECHECK = INSTANCE_QUEUES.recheck;

/** How long an unhandled recheck is kept before it is pointless. */
const EXPIRES_MS = DAY_MS;

/**
 * The one way to make a lane's worker notice a change (cap raised, endpoint resumed, person wrote): put it into the
 * change's transaction, then call `ensureWake(deps, lane, now, null)`. It replaces a waiting recheck with the same id,
 * so a change is never refused because an earlier one has not been seen yet.
 * @param id no `#`; the same id for changes that one recheck covers together.
 */
export function recheckRow(lane: string, id: string, now: Date, data: Record<string, unknown> = {}): Write {
  const expires = new Date(now.getTime() + EXPIRES_MS);
  return { put: putRow({ lane, queue: RECHECK, id, due: now, expires_at: expires, data }, now).put };
}

/**
 * Postpones the rest of a recheck's work, so that the lane continues in the meantime; refused if the row was put again
 * since it was read.
 */
export function putOffRecheck(row: LaneRow, until: Date): Write {
  return {
    update: { pk: row.pk, sk: row.sk },
    set: { rest_until: until.toISOString() },
    if: [{ field: "put_at", op: "=", value: row.put_at }],
  };
}

/**
 * Deletes a recheck row, unless it was put again since it was read (ConditionFailed: read it again). One without data
 * is deleted *before* the settings are read, so a later change is a new recheck; one that carries work is deleted after
 * that work or in its transaction.
 */
export function dropRecheck(row: LaneRow): Write {
  return { delete: { pk: row.pk, sk: row.sk }, if: [{ field: "put_at", op: "=", value: row.put_at }] };
}
