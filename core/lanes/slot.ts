import { ConditionFailed, type Key } from "../store/table.ts";
import type { LaneDeps, LaneRun } from "./lane.ts";
import { isFree, type Lease, renewableLease } from "./lease.ts";

/** Wait before a busy slot is tried again: close the run with `plan.next = now + SLOT_BUSY_SEC`. */
export const SLOT_BUSY_SEC = 5;
/** How long after a slot is taken its lane counts as due; `held` never covers a slot. */
export const SLOT_TAKEN_DUE_SEC = 60;

/** Renewals of the slot before a failing check is given up, because the process keeps being paused. */
const ROUNDS = 3;

/** The right to post to one URL, owned by one lane's run. */
export interface Slot {
  /**
   * Checks right before each post that lane lease and slot both cover `forSec` more seconds, renewed if needed. Post at
   * once if it resolves to true; stop on false.
   */
  holds(forSec: number): Promise<boolean>;
  /** Releases the slot; nothing may be in flight. Does nothing if it was lost. */
  free(): Promise<void>;
}

/**
 * Takes a URL's slot after the lane's lease, so that two webhooks in an account with one URL take turns.
 * @param key `keys.endpointSlot(account, hash of the normalised URL)`.
 * @returns null if another lane's run owns it.
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

/** Checks the lane first, then the slot at that moment; if the slot had to be renewed, checks both again. */
async function holdsBoth(run: LaneRun, slot: Lease, forSec: number): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    if (!(await run.holds(forSec))) return false;
    if (slot.covers(forSec)) return true;
    if (!(await slot.holds(forSec))) return false;
  }
  return false;
}
