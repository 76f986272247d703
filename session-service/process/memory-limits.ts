import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** How much memory a process can use, in bytes. */
export interface MemoryLimits {
  /** The container's limit or, if there is none, the machine's memory. */
  allowed: number;
  /** The limit of the JavaScript heap, which is part of `allowed`. */
  heap: number;
}

/** Determines this process's limits. */
export function memoryLimits(): MemoryLimits {
  const limit = process.constrainedMemory();
  const allowed = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { allowed, heap: getHeapStatistics().heap_size_limit };
}
