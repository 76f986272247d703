import type { KeyObject } from "node:crypto";

/** Gets an owner's data key, unwrapped by `load` unless it is at hand. */
export type KeysAtHand = (name: string, now: number, load: () => Promise<KeyObject>) => Promise<KeyObject>;

/** Beyond this number the oldest is dropped: a key and its entry are some 300 bytes. */
const MOST = 10_000;

/**
 * Keeps unwrapped data keys for some time, at most ten thousand of them. One that could not be unwrapped is tried again
 * at its next use.
 * @param forMs how long a key may be used.
 */
export function passingKeys(forMs: number): KeysAtHand {
  // In the order in which they were unwrapped, so the first expires first.
  const held = new Map<string, { key: Promise<KeyObject>; until: number }>();
  return (name, now, load) => {
    const found = held.get(name);
    if (found && found.until > now) return found.key;
    for (const [other, { until }] of held) {
      if (until > now && held.size < MOST) break;
      held.delete(other);
    }
    held.delete(name);
    const entry = { key: load(), until: now + forMs };
    held.set(name, entry);
    entry.key.catch(() => {
      if (held.get(name) === entry) held.delete(name);
    });
    return entry.key;
  };
}
