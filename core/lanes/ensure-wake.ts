import { keys } from "../store/keys.ts";
import { type Claim, ConditionFailed } from "../store/table.ts";
import { wakeIndex } from "./due-index.ts";
import type { LaneDeps, LaneHead } from "./lane.ts";

/** What is due within this is woken by its queue message; the sweep looks at rows that have waited for longer. */
const AT_ONCE_MS = 60_000;

/** What the caller knows of the lane. */
export interface WakeOptions {
  /**
   * It has just put a row that stays in the lane until it is done with. A lane that slept was empty, so the sweep finds it
   * by that row, and a header that is to be worked at once needs no index entry of its own: two written units a run
   * less. Not for rows that are taken out before their work is done, as those of an instance's lane are.
   */
  rowStays?: boolean;
}

/**
 * Makes sure that the lane is looked at no later than `due` (or, in a held class, when the hold ends). Call it after
 * the commit, never before: the item is written before the header is read, and the worker writes the header before it
 * reads the items once more, so one of the two always sees the other. Dying before it costs a minute or two: the
 * sweep finds the row.
 * @param laneClass the row's queue when its policy may hold it; null = never held.
 */
export async function ensureWake(
  deps: LaneDeps,
  lane: string,
  due: Date,
  laneClass: string | null,
  options: WakeOptions = {},
): Promise<void> {
  let head = (await deps.table.get(keys.laneHead(lane))) as LaneHead | null; // headers are written by core/lanes only
  for (;;) {
    const at = wakeTime(head, due, laneClass, deps.clock.now());
    if (head?.wake_at !== undefined && head.wake_at <= at) return;
    const soon = new Date(deps.clock.now().getTime() + AT_ONCE_MS).toISOString();
    const isFoundByRow = options.rowStays === true && head?.wake_at === undefined && at <= soon;
    try {
      await deps.table.write({
        update: keys.laneHead(lane),
        set: { wake_at: at, ...(!isFoundByRow && wakeIndex(lane, at)) },
        if: [isFoundByRow ? ASLEEP : { anyOf: [[ASLEEP], [{ field: "wake_at", op: ">", value: at }]] }],
      });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      head = error.item as LaneHead | null; // as above
      // Somebody was faster. The very same instant may be our own write whose answer was lost: then nobody has sent yet.
      if (head?.wake_at !== at) continue;
    }
    return deps.wakeups.wake(lane, new Date(at));
  }
}

const ASLEEP: Claim = { field: "wake_at", is: "missing" };

/** When a row of this class can go at the earliest, as far as the header knows (ISO). What is overdue can go now. */
function wakeTime(head: LaneHead | null, due: Date, laneClass: string | null, now: Date): string {
  const dueAt = (due > now ? due : now).toISOString();
  const heldUntil = laneClass === null ? undefined : head?.held?.[laneClass];
  return heldUntil !== undefined && heldUntil > dueAt ? heldUntil : dueAt;
}
