import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** How much memory a process can use, bytes. */
export interface MemoryLimits {
  /** The container's limit, or the machine's memory if there is none. */
  allowed: number;
  /** JavaScript's heap limit, part of `allowed`. */
  heap: number;
}

/** Reads this process's own limits. */
export function memoryLimits(): MemoryLimits {
  const limit = process.constrainedMemory();
  const allowed = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { allowed, heap: getHeapStatistics().heap_size_limit };
}
