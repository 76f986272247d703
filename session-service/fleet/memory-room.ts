import { memoryLimits } from "../process/memory-limits.ts";

/**
 * A task that uses this share of its memory takes no further numbers. At the limit it would be killed, with all the
 * numbers that it runs.
 */
const FULL_AT = 0.8;

/**
 * Whether this process has memory for more sessions.
 * @param use bytes in use and bytes allowed; omitted means this process's own.
 */
export function hasMemoryRoom(
  use = () => ({ used: process.memoryUsage.rss(), allowed: memoryLimits().allowed }),
): boolean {
  const { used, allowed } = use();
  return used < FULL_AT * allowed;
}
