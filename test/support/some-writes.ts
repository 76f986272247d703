import { hasWrites } from "../../core/store/some-writes.ts";
import type { SomeWrites, Write } from "../../core/store/table.ts";

/**
 * Returns these writes with the type that a transaction needs. @throws Error if there are no writes, which is a mistake
 * in the test.
 */
export function someWrites(writes: Write[]): SomeWrites {
  if (!hasWrites(writes)) throw new Error("There is nothing to write.");
  return writes;
}
