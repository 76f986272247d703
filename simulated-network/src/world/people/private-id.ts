import { createHash } from "node:crypto";

/** The private id that follows from a phone number: fifteen digits, as real ones have. */
export function privateIdOf(phone: string): string {
  const hash = createHash("sha256").update(phone).digest().readBigUInt64BE();
  return String(100_000_000_000_000n + (hash % 900_000_000_000_000n));
}
