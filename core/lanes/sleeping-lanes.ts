import { MINUTE_MS } from "../contracts/durations.ts";
import type { Table } from "../store/table.ts";

/** Between two rows of a lane that come further apart than this, its run is over. */
const APART_MS = 5_000;
/** So long a lane that was seen asleep is taken for one that works off its rows at once; then its header is read again. */
const BELIEVED_MS = 10 * MINUTE_MS;
const REMEMBERED_MAX = 10_000;

interface Seen {
  /** When its header was read last, and showed it asleep; when it was woken last. Epoch ms. */
  readAt: number;
  wokenAt: number;
}

const lanes = new WeakMap<Table, Map<string, Seen>>();

/**
 * What a process knows of lanes that it puts rows into. A spare wake-up does no harm, so a lane that mostly sleeps is
 * woken without reading its header: one read less, and one answer less to wait for, for each event that comes alone.
 */
export function sleepingLanes(table: Table) {
  const known = lanes.get(table) ?? new Map<string, Seen>();
  lanes.set(table, known);
  return {
    /** Whether the lane may be woken unread now; then it counts as woken. */
    wakes(lane: string, now: number): boolean {
      const seen = known.get(lane);
      if (!seen || Math.abs(now - seen.readAt) > BELIEVED_MS || Math.abs(now - seen.wokenAt) < APART_MS) return false;
      seen.wokenAt = now;
      return true;
    },
    /** Its header was read. */
    saw(lane: string, isAsleep: boolean, now: number): void {
      if (known.size >= REMEMBERED_MAX) known.clear();
      if (isAsleep) known.set(lane, { readAt: now, wokenAt: now });
      else known.delete(lane);
    },
  };
}
