import { createHmac } from "node:crypto";
import type { Person } from "../../store/people-table.ts";

/** The maximum number of keys per account. It is limited because a key's ID holds its number in a single byte. */
const MOST_KEYS = 255;

/** A key for an account's settings. All of the account's devices share it. */
export interface AppStateKey {
  readonly id: Buffer;
  readonly data: Buffer;
}

/** Derives a numbered key from the phone's identity. Numbers start at 1. */
export function appStateKey(owner: Person, number: number): AppStateKey {
  const words = number === 1 ? "app state" : `app state ${number}`;
  return {
    id: Buffer.from([0, 0, 0, 0, 0, number]),
    data: createHmac("sha256", owner.identity.private).update(words).digest(),
  };
}

/** Returns the key with this id, or null if the account has no such key. */
export function appStateKeyAt(owner: Person, latest: number, id: Uint8Array): AppStateKey | null {
  const number = Buffer.from(id).readUIntBE(0, Math.min(id.length, 6));
  return id.length === 6 && number >= 1 && number <= Math.min(latest, MOST_KEYS) ? appStateKey(owner, number) : null;
}
