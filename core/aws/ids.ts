import { randomBytes } from "node:crypto";
import { monotonicFactory } from "ulid";
import type { Ids } from "../ports.ts";

/** ULIDs that never go backwards within this process, and the machine's random bytes. */
export function randomIds(): Ids {
  const ulid = monotonicFactory();
  return {
    next: (prefix, at) => `${prefix}_${ulid(at.getTime())}`,
    random: (sizeBytes) => randomBytes(sizeBytes),
  };
}
