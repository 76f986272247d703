import { memoryLimits } from "../process/memory-limits.ts";

/**
 * The share of allowed memory above which a task takes on no further numbers. If a task ran out of memory, it would be
 * killed, along with all the numbers it runs.
 */
const FULL_AT = 0.8;

/**
 * Whether this process has memory for more sessions.
 * @param use the bytes in use and the bytes allowed. Defaults to this process's own.
 */
export function hasMemoryRoom(
  use = () => ({ used: process.memoryUsage.rss(), allowed: memoryLimits().allowed }),
): boolean {
  const { used, allowed } = use();
  return used < FULL_AT * allowed;
}
