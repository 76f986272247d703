import { createHmac } from "node:crypto";
import type { Person } from "../../store/people-table.ts";

/** The most keys an account can have, because a key's number is one byte of its id. */
const MOST_KEYS = 255;

/** A key for an account's settings, shared by all its devices. */
export interface AppStateKey {
  readonly id: Buffer;
  readonly data: Buffer;
}

/** Derives the key with this number, from 1 on, from the phone's identity. */
export function appStateKey(owner: Person, number: number): AppStateKey {
  const words = number === 1 ? "app state" : `app state ${number}`;
  return {
    id: Buffer.from([0, 0, 0, 0, 0, number]),
    data: createHmac("sha256", owner.identity.private).update(words).digest(),
  };
}

/** The key with this id; null if the account has none. */
export function appStateKeyAt(owner: Person, latest: number, id: Uint8Array): AppStateKey | null {
  const number = Buffer.from(id).readUIntBE(0, Math.min(id.length, 6));
  return id.length === 6 && number >= 1 && number <= Math.min(latest, MOST_KEYS) ? appStateKey(owner, number) : null;
}
