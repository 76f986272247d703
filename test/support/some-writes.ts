import { hasWrites } from "../../core/store/some-writes.ts";
import type { SomeWrites, Write } from "../../core/store/table.ts";

/** These writes as those of a transaction. @throws Error when there are none: then the test means something else. */
export function someWrites(writes: Write[]): SomeWrites {
  if (!hasWrites(writes)) throw new Error("There is nothing to write.");
  return writes;
}
