import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import { Lru } from "./lru.ts";

/**
 * A bounded cache with the interface that the library expects. The library's default cache uses a timer per socket.
 * These caches belong to the session rather than to a connection: if a reconnect reset the retry counters, two sides
 * could keep requesting copies from each other indefinitely.
 */
export function ttlCache(maxEntries: number, ttlMs: number, monotonicMs: () => number) {
  const entries = new Lru<{ value: unknown; until: number }>(maxEntries);
  return {
    get<T>(key: string): T | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > monotonicMs()) return entry.value as T; // the caller's own value, as it was set
      entries.delete(key);
      return undefined;
    },
    set<T>(key: string, value: T): void {
      entries.set(key, { value, until: monotonicMs() + ttlMs });
    },
    del: (key: string): void => entries.delete(key),
    flushAll: (): void => entries.clear(),
  };
}

/** Creates a link's caches. All of its connections share them. */
export function sessionCaches(monotonicMs: () => number) {
  return {
    msgRetryCounterCache: ttlCache(2_000, HOUR_MS, monotonicMs),
    userDevicesCache: ttlCache(2_000, 5 * MINUTE_MS, monotonicMs),
    callOfferCache: ttlCache(200, 5 * MINUTE_MS, monotonicMs),
    placeholderResendCache: ttlCache(1_000, HOUR_MS, monotonicMs),
    groups: ttlCache(200, 5 * MINUTE_MS, monotonicMs),
    /** The number of failed requests for another copy of a message. */
    copyRequests: ttlCache(500, HOUR_MS, monotonicMs),
    /** The verified names from recent messages of businesses, by chat. */
    verifiedNames: ttlCache(1_000, HOUR_MS, monotonicMs),
    /** The form in which the network lists a number, or null if the number is not on the network. */
    onNetwork: ttlCache(5_000, 7 * DAY_MS, monotonicMs),
  };
}

/** See sessionCaches. */
export type SessionCaches = ReturnType<typeof sessionCaches>;
