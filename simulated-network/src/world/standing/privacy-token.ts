import { createHash } from "node:crypto";
import type { Person } from "../../store/people-table.ts";

const TOKEN_BYTES = 16;

/** Returns the token with which a person allows a first message from `writer`. */
export function privacyToken(writer: Person, person: Person): Buffer {
  return createHash("sha256").update(`${writer.phone} may write to ${person.phone}`).digest().subarray(0, TOKEN_BYTES);
}
