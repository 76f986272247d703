/**
 * The interval between reads while there are other tasks or changes. The interval is short so that a stopping task's
 * shards are taken quickly.
 */
const LOOK_MS = 1_000;
/**
 * The read units per second that all tasks together may use. A table partition provides 3,000 read units a second, and
 * the tasks use less than half of them.
 */
const LOOK_UNITS_A_SEC = 1_300;
/** The number of task items that one read unit covers. */
const TASKS_A_UNIT = 30;

/**
 * Returns the interval between a task's reads of the fleet, in ms: a second, or longer in a fleet of more than about
 * 185 tasks.
 */
export function lookEveryMs(tasks: number): number {
  const units = tasks * Math.ceil(tasks / TASKS_A_UNIT);
  return Math.max(LOOK_MS, (units / LOOK_UNITS_A_SEC) * 1_000);
}
