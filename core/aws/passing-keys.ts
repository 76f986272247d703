import type { KeyObject } from "node:crypto";

/** Returns an owner's data key, unwrapping it with `load` unless it is cached. */
export type KeysAtHand = (name: string, now: number, load: () => Promise<KeyObject>) => Promise<KeyObject>;

/** Once there are more than this many keys, the oldest is dropped. A key and its entry take up about 300 bytes. */
const MOST = 10_000;

/**
 * Caches up to ten thousand unwrapped data keys for a limited time. If a key can't be unwrapped, its next use tries
 * again.
 * @param forMs how long a key may be used.
 */
export function passingKeys(forMs: number): KeysAtHand {
  // Entries are in the order they were unwrapped, so the first entry expires first.
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
