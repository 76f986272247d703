import { hasWrites } from "../../core/store/some-writes.ts";
import type { SomeWrites, Write } from "../../core/store/table.ts";

/**
 * Returns these writes typed for a transaction. @throws Error if there are none, because the test then has a mistake.
 */
export function someWrites(writes: Write[]): SomeWrites {
  if (!hasWrites(writes)) throw new Error("There is nothing to write.");
  return writes;
}
