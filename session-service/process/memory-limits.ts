import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** How much memory a process may use, bytes. */
export interface MemoryLimits {
  /** The container's limit, or the machine's memory where there is none. */
  allowed: number;
  /** The limit of JavaScript's heap, which is a part of it. */
  heap: number;
}

/** Reads this process's own limits. */
export function memoryLimits(): MemoryLimits {
  const limit = process.constrainedMemory();
  const allowed = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { allowed, heap: getHeapStatistics().heap_size_limit };
}
