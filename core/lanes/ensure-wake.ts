import type { MessageId } from "../contracts/ids.ts";
import { keys } from "../store/keys.ts";
import { parseLane } from "../store/lane-names.ts";
import type { QueueLetter } from "../store/lane-queues.ts";
import { ConditionFailed } from "../store/table.ts";
import { wakeIndex } from "./due-index.ts";
import type { LaneDeps, LaneHead } from "./lane.ts";
import { laneHeads } from "./lane.ts";
import { isRunOut } from "./lease.ts";
import { isInstant } from "./row-fault.ts";
import { wakeOwner } from "./wake-owner.ts";

/** Facts about the lane that the caller already knows. */
export interface WakeOptions {
  /**
   * Set if the caller has just put a row into a lane whose rows all stay until their work is done. If such a lane is
   * asleep, it was empty. The sweep can find it through the new row, so no header needs to be written. A wake-up
   * message alone is enough to wake the lane once the row is due, and the resulting run plans the rest. If a later
   * wake-up were planned now, a message for a row that is already due would look too early.
   */
  rowStays?: boolean;
  /** The id of the message whose row was put. It is passed on to the owner of an instance's lane. */
  about?: MessageId;
}

/**
 * Makes sure that the lane is checked by `due` or, if the row's class is held, by the end of that hold. Must be called
 * after the commit. The caller writes the item before it reads the header, and the worker writes the header before it
 * rereads the items, so at least one of the two sees the other's write. If the process crashes before this call, the
 * row waits a minute or two until the sweep finds it.
 * @param laneClass the row's queue, if the lane's policy can hold that queue. Null means never held.
 */
export async function ensureWake(
  deps: LaneDeps,
  lane: string,
  due: Date,
  laneClass: QueueLetter | null,
  options: WakeOptions = {},
): Promise<void> {
  if (parseLane(lane)?.kind === "instance") return wakeOwner(deps, lane, due, laneClass, options.about);
  const rowStays = options.rowStays === true;
  // Always read the header: if it plans a later check, a message alone doesn't wake the lane. The run would stop early
  // and leave the row to the sweep.
  let head = await laneHeads.read(deps.table, lane);
  for (;;) {
    const now = deps.clock.now();
    // Always read the header: if it plans a later check, a message alone isn't enough to wake the lane. The run would
    // stop early and leave the row to the sweep.
    if (head?.wake_at !== undefined && !isInstant(head.wake_at)) return deps.wakeups.wake(lane, now);
    const at = wakeTime(head, due, laneClass, now);
    if (head?.wake_at !== undefined && head.wake_at <= at) {
      // A run may have died after finishing the last row, leaving no row that would lead the sweep to the lane.
      if (at <= now.toISOString() && isRunOut(head, now)) await deps.wakeups.wake(lane, now);
      return;
    }
    if (head?.wake_at === undefined && rowStays) return deps.wakeups.wake(lane, now);
    try {
      await deps.table.write({
        update: keys.laneHead(lane),
        set: { wake_at: at, ...wakeIndex(lane, at) },
        if: [{ anyOf: [[{ field: "wake_at", is: "missing" }], [{ field: "wake_at", op: ">", value: at }]] }],
      });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      head = laneHeads.orNull(error.item);
      // Another writer got there first. If the stored time is the same, it may also be our own write whose response was
      // lost. In that case, no wake-up has been sent yet.
      if (head?.wake_at !== at) continue;
    }
    return deps.wakeups.wake(lane, new Date(at));
  }
}

/**
 * Returns the earliest time (ISO) at which the header allows a row of this class to be worked, or the current time if
 * the row is overdue.
 */
function wakeTime(head: LaneHead | null, due: Date, laneClass: QueueLetter | null, now: Date): string {
  const dueAt = (due > now ? due : now).toISOString();
  const heldUntil = laneClass === null ? undefined : head?.held?.[laneClass];
  return heldUntil !== undefined && heldUntil > dueAt ? heldUntil : dueAt;
}
