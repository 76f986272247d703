import { hasWrites } from "../../core/store/some-writes.ts";
import type { SomeWrites, Write } from "../../core/store/table.ts";

/** Returns these writes as a transaction's. @throws Error if there are none, as the test then means something else. */
export function someWrites(writes: Write[]): SomeWrites {
  if (!hasWrites(writes)) throw new Error("There is nothing to write.");
  return writes;
}
