import { MINUTE_MS } from "../contracts/durations.ts";
import { CacheSlot, cachesOf } from "../store/caches.ts";
import type { Table } from "../store/table.ts";

/** A lane's run has ended between two rows further apart than this. */
const APART_MS = 5_000;
/** How long a lane seen asleep counts as one that finishes its rows at once; then its header is read again. */
const BELIEVED_MS = 10 * MINUTE_MS;

interface Seen {
  /** When its header last showed it asleep, and when it was last woken. Epoch ms. */
  readAt: number;
  wokenAt: number;
}

const LANES = new CacheSlot<Seen>("lanes that were seen asleep", 10_000);

/**
 * Remembers which of the lanes that a process puts rows into mostly sleep. A spare wake-up does no harm, so such a lane
 * is woken without reading its header: one read, and one round trip, less for each event that comes alone.
 */
export function sleepingLanes(table: Table) {
  const known = cachesOf(table).at(LANES);
  return {
    /** Whether the lane may be woken without a read now; if so, it counts as woken. */
    wakes(lane: string, now: number): boolean {
      const seen = known.get(lane);
      if (!seen || Math.abs(now - seen.readAt) > BELIEVED_MS || Math.abs(now - seen.wokenAt) < APART_MS) return false;
      seen.wokenAt = now;
      return true;
    },
    /** Notes that its header was read. */
    saw(lane: string, isAsleep: boolean, now: number): void {
      if (isAsleep) known.set(lane, { readAt: now, wokenAt: now });
      else known.delete(lane);
    },
  };
}
