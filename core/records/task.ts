import type { Item } from "../store/table.ts";

/**
 * How long a task's item is stored after its last beat, in seconds. The item of a killed task is therefore deleted
 * within a day; tasks that take over its shards remove it earlier.
 */
export const TASK_KEPT_SEC = 86_400;

/** Returns the time of a task's last beat in epoch seconds, derived from its `ttl`, or null if the item has none. */
export function lastBeatSec({ ttl }: Item): number | null {
  return typeof ttl === "number" ? ttl - TASK_KEPT_SEC : null;
}
