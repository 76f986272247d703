import { keys } from "../store/keys.ts";
import { ConditionFailed } from "../store/table.ts";
import { wakeIndex } from "./due-index.ts";
import type { LaneDeps, LaneHead } from "./lane.ts";

/**
 * Makes sure that the lane is looked at no later than `due` (or, in a held class, when the hold ends). Call it after
 * the commit, never before: the item is written before the header is read, and the worker writes the header before it
 * reads the items once more, so one of the two always sees the other. Dying before it costs a minute or two: the
 * sweep finds the row.
 * @param laneClass the row's queue when its policy may hold it; null = never held.
 */
export async function ensureWake(deps: LaneDeps, lane: string, due: Date, laneClass: string | null): Promise<void> {
  const head = (await deps.table.get(keys.laneHead(lane))) as LaneHead | null; // headers are written by core/lanes only
  const at = wakeTime(head, due, laneClass, deps.clock.now());
  if (head?.wake_at !== undefined && head.wake_at <= at) return;
  try {
    await deps.table.write({
      update: keys.laneHead(lane),
      set: { wake_at: at, ...wakeIndex(lane, at) },
      if: [{ anyOf: [[{ field: "wake_at", is: "missing" }], [{ field: "wake_at", op: ">", value: at }]] }],
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Somebody was earlier. The very same instant may be our own write whose answer was lost: then nobody has sent yet.
    if (error.item?.wake_at !== at) return;
  }
  await deps.wakeups.wake(lane, new Date(at));
}

/** When a row of this class can go at the earliest, as far as the header knows (ISO). What is overdue can go now. */
function wakeTime(head: LaneHead | null, due: Date, laneClass: string | null, now: Date): string {
  const dueAt = (due > now ? due : now).toISOString();
  const heldUntil = laneClass === null ? undefined : head?.held?.[laneClass];
  return heldUntil !== undefined && heldUntil > dueAt ? heldUntil : dueAt;
}
