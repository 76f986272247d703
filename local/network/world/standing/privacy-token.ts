import { createHash } from "node:crypto";
import type { Person } from "../../store/people-table.ts";

const TOKEN_BYTES = 16;

/** "This account may write to me": what a person who demands it gives to an account that asks. */
export function privacyToken(writer: Person, person: Person): Buffer {
  return createHash("sha256").update(`${writer.phone} may write to ${person.phone}`).digest().subarray(0, TOKEN_BYTES);
}
