import { totalmem } from "node:os";

/** A task that uses this share of its memory takes no more numbers; at its limit it would be killed with those it has. */
const FULL_AT = 0.8;

/** Bytes the process may use, by the container's limit where there is one. */
function limitBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * Whether this process has memory for more sessions.
 * @param use bytes in use and bytes allowed; left out: this process's own.
 */
export function hasMemoryRoom(use = () => ({ used: process.memoryUsage.rss(), allowed: limitBytes() })): boolean {
  const { used, allowed } = use();
  return used < FULL_AT * allowed;
}
