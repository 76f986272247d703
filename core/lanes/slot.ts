import { ConditionFailed, type Key } from "../store/table.ts";
import type { LaneDeps, LaneRun } from "./lane.ts";
import { isFree, type Lease, renewableLease } from "./lease.ts";

/** A busy slot is asked for again after this: close the run with `plan.next = now + SLOT_BUSY_SEC`. */
export const SLOT_BUSY_SEC = 5;
/** While a slot is taken (by whomever), its lane counts as due in this; `held` never covers a slot. */
export const SLOT_TAKEN_DUE_SEC = 60;

/** Renewals of the slot before a check that keeps failing is given up: the process is being paused again and again. */
const ROUNDS = 3;

/** The two posts of one URL, taken by the run of one lane. */
export interface Slot {
  /**
   * The check right before each post: lane lease and slot both cover `forSec` more seconds, renewed if needed. Post
   * at once when it resolves to true; on false stop.
   */
  holds(forSec: number): Promise<boolean>;
  /** Gives it back; nothing may be in flight any more. Does nothing when it was lost. */
  free(): Promise<void>;
}

/**
 * Takes the slot of a URL after the lane's lease, so that two webhooks of an account with one URL take turns.
 * @param key `keys.endpointSlot(account, hash of the normalised URL)`.
 * @returns null when another lane's run has it.
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

/** The lane first: once it holds, the slot is judged at that very moment, or renewed and both are judged again. */
async function holdsBoth(run: LaneRun, slot: Lease, forSec: number): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    if (!(await run.holds(forSec))) return false;
    if (slot.covers(forSec)) return true;
    if (!(await slot.holds(forSec))) return false;
  }
  return false;
}
