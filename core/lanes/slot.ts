import { ConditionFailed, type Key } from "../store/table.ts";
import type { LaneDeps, LaneRun } from "./lane.ts";
import { isFree, type Lease, renewableLease } from "./lease.ts";

/** How long to wait before trying to take a busy slot again. Close the run with `plan.next = now + SLOT_BUSY_SEC`. */
export const SLOT_BUSY_SEC = 5;
/** How soon a lane becomes due again after taking a slot. A `held` entry never applies to a slot. */
export const SLOT_TAKEN_DUE_SEC = 60;

/** How many times to renew the slot if the check keeps failing because the process is paused repeatedly. */
const ROUNDS = 3;

/** The right to post to one URL, owned by one lane's run. */
export interface Slot {
  /**
   * Checks that the lane's lease and the slot both last for `forSec` more seconds, renewing them if needed. Call this
   * right before each post: post immediately if it resolves to true, and stop if it resolves to false.
   */
  holds(forSec: number): Promise<boolean>;
  /** Releases the slot, or does nothing if the slot has been lost. No post may be in flight. */
  free(): Promise<void>;
}

/**
 * Takes a URL's slot. The caller must already hold the lane's lease. With slots, two webhooks of an account that share
 * a URL take turns.
 * @param key `keys.endpointSlot(account, hash of the normalized URL)`.
 * @returns null if another lane's run owns the slot.
 */
export async function takeSlot(
  deps: LaneDeps,
  key: Key,
  run: LaneRun,
  options: { leaseSec?: number } = {},
): Promise<Slot | null> {
  const { leaseSec = 45 } = options;
  const now = deps.clock.now();
  const holder = deps.ids.next("slot", now);
  const until = new Date(now.getTime() + leaseSec * 1_000);
  const set = (end: Date) => ({ run: holder, until: end.toISOString() });
  try {
    await deps.table.write({ update: key, set: set(until), if: [isFree(now)] });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (error.item?.run !== holder) return null;
  }

  const mine = [{ field: "run", op: "=", value: holder } as const];
  const attempt = async (write: Promise<unknown>): Promise<boolean> => {
    try {
      await write;
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  };
  const lease = renewableLease(deps.clock, leaseSec, until, (end) =>
    attempt(deps.table.write({ update: key, set: set(end), if: mine })),
  );
  return {
    holds: (forSec) => holdsBoth(run, lease, forSec),
    free: async () => {
      await attempt(deps.table.write({ delete: key, if: mine }));
    },
  };
}

/** Checks the lane first, then the slot. If the slot had to be renewed, both are checked again. */
async function holdsBoth(run: LaneRun, slot: Lease, forSec: number): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    if (!(await run.holds(forSec))) return false;
    if (slot.covers(forSec)) return true;
    if (!(await slot.holds(forSec))) return false;
  }
  return false;
}
