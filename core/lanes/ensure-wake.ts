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

/** Facts about the lane that the caller already has. */
export interface WakeOptions {
  /**
   * The caller has just put a row, and every row in this lane stays until its work is done. A sleeping lane was empty,
   * so the sweep can find it by that row and nothing is written; the message alone wakes it, whenever the row is due,
   * and its run plans the rest. A later wake-up planned here would make the message for a row due now look too early.
   */
  rowStays?: boolean;
  /** The message whose row was put, for the owner of an instance's lane. */
  about?: MessageId;
}

/**
 * Makes sure that the lane is checked no later than `due` (or, in a held class, when the hold ends). Call it after the
 * commit, never before: the caller writes the item before it reads the header, and the worker writes the header before
 * it reads the items again, so one of them always sees the other. A crash before this call costs a minute or two, until
 * the sweep finds the row.
 * @param laneClass the row's queue if its policy can hold it; null = never held.
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
  // Read every time, because a message alone does not wake a lane whose header plans a later check, and its run would
  // leave the row to the sweep.
  let head = await laneHeads.read(deps.table, lane);
  for (;;) {
    const now = deps.clock.now();
    // The run woken here rewrites an unreadable header.
    if (head?.wake_at !== undefined && !isInstant(head.wake_at)) return deps.wakeups.wake(lane, now);
    const at = wakeTime(head, due, laneClass, now);
    if (head?.wake_at !== undefined && head.wake_at <= at) {
      // A run that died after its last row left nothing that would let the sweep find the lane.
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
      // Another writer was faster. The same instant can also be our own write whose answer was lost, in which case
      // nobody has sent a wake-up yet.
      if (head?.wake_at !== at) continue;
    }
    return deps.wakeups.wake(lane, new Date(at));
  }
}

/**
 * Returns the earliest time a row of this class can be worked, as far as the header knows (ISO); now if it is overdue.
 */
function wakeTime(head: LaneHead | null, due: Date, laneClass: QueueLetter | null, now: Date): string {
  const dueAt = (due > now ? due : now).toISOString();
  const heldUntil = laneClass === null ? undefined : head?.held?.[laneClass];
  return heldUntil !== undefined && heldUntil > dueAt ? heldUntil : dueAt;
}
