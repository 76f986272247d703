import type { Item } from "../store/table.ts";

/** Lifetime of a task's item after its last beat, seconds: that of a killed task is deleted after a day. */
export const TASK_KEPT_SEC = 86_400;

/** The second of a task's last beat, taken from its `ttl`; null for an item without one. */
export function lastBeatSec({ ttl }: Item): number | null {
  return typeof ttl === "number" ? ttl - TASK_KEPT_SEC : null;
}
