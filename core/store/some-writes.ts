import type { SomeWrites, Write } from "./table.ts";

/**
 * Whether there is anything to write. Callers whose plan may be empty check this first and decide what an empty plan
 * means.
 */
export const hasWrites = (writes: Write[]): writes is SomeWrites => writes.length > 0;

/** Applies a change to each write of a transaction. `at` is the write's position. */
export function changedWrites([first, ...others]: SomeWrites, change: (write: Write, at: number) => Write): SomeWrites {
  return [change(first, 0), ...others.map((write, n) => change(write, n + 1))];
}
