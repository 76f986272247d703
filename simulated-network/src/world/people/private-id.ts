import { createHash } from "node:crypto";

/** Derives the private id from a phone number. It has fifteen digits, as on the real network. */
export function privateIdOf(phone: string): string {
  const hash = createHash("sha256").update(phone).digest().readBigUInt64BE();
  return String(100_000_000_000_000n + (hash % 900_000_000_000_000n));
}
