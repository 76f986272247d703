import { DAY_MS } from "../contracts/durations.ts";
import { INSTANCE_QUEUES } from "../store/lane-queues.ts";
import type { Write } from "../store/table.ts";
import type { LaneRow } from "./lane.ts";
import { putRow } from "./put-row.ts";

/** The queue of "look again" rows: never held, worked before everything else. */
export const RECHECK = INSTANCE_QUEUES.recheck;

/** A look that nobody took for this long says nothing any more. */
const EXPIRES_MS = DAY_MS;

/**
 * The one way to make a lane's worker notice a change (cap raised, endpoint resumed, person wrote): put it into the
 * change's transaction, then `ensureWake(deps, lane, now, null)`. It replaces a waiting look of the same id, so a
 * change is never refused because an earlier one has not been seen yet.
 * @param id no `#`; the same id for changes that one look covers together.
 */
export function recheckRow(lane: string, id: string, now: Date, data: Record<string, unknown> = {}): Write {
  const expires = new Date(now.getTime() + EXPIRES_MS);
  return { put: putRow({ lane, queue: RECHECK, id, due: now, expires_at: expires, data }, now).put };
}

/**
 * Takes a look off the lane, unless it was asked for again since it was read (then ConditionFailed: read it again).
 * A look without data is taken *before* the settings are read, so a change committed later is a new look; one that
 * carries work of its own is taken after, or in the transaction of, that work.
 */
export function dropRecheck(row: LaneRow): Write {
  return { delete: { pk: row.pk, sk: row.sk }, if: [{ field: "put_at", op: "=", value: row.put_at }] };
}
