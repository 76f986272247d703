import { randomBytes } from "node:crypto";
import { monotonicFactory } from "ulid";
import type { Ids } from "../ports.ts";

/** Creates ULIDs that never decrease within this process, and random bytes from the system. */
export function randomIds(): Ids {
  const ulid = monotonicFactory();
  return {
    next: (prefix, at) => `${prefix}_${ulid(at.getTime())}`,
    random: (sizeBytes) => randomBytes(sizeBytes),
  };
}
