/**
 * Interval between reads while there are other tasks or changes. It is short, so that the shards of a stopping task are
 * taken soon.
 */
const LOOK_MS = 1_000;
/** A table partition gives 3,000 read units a second; all tasks' reads together take at most half of them. */
const LOOK_UNITS_A_SEC = 1_300;
/** Task items per read unit. */
const TASKS_A_UNIT = 30;

/** Interval between a task's reads of the fleet, ms: a second, and longer in a fleet of more than some 185 tasks. */
export function lookEveryMs(tasks: number): number {
  const units = tasks * Math.ceil(tasks / TASKS_A_UNIT);
  return Math.max(LOOK_MS, (units / LOOK_UNITS_A_SEC) * 1_000);
}
