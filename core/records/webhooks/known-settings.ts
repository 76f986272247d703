import type { Clock } from "../../ports.ts";
import type { WebhookRecord } from "./webhook.ts";

/** A webhook's settings, and the time just before they were read, in epoch ms. */
export interface SeenWebhook {
  webhook: WebhookRecord;
  at: number;
}

/** A cache of a webhook's settings for a single run. Cached settings are reused while they are recent enough. */
export interface KnownSettings {
  /** Returns settings that were read at most `maxAgeMs` ago. Waits for a read that is in progress. */
  within(maxAgeMs: number): Promise<SeenWebhook>;
  /** Clears the cached settings, because they have changed or may have changed. */
  forget(): void;
}

/** Creates the cache of a webhook's settings for a single run. */
export function knownSettings(clock: Clock, read: () => Promise<WebhookRecord>): KnownSettings {
  let known: { seen: Promise<SeenWebhook>; at: number } | null = null;
  return {
    within(maxAgeMs) {
      const now = clock.now().getTime();
      if (!known || known.at <= now - maxAgeMs) {
        const seen = read().then((webhook) => ({ webhook, at: now }));
        seen.catch(() => undefined); // even if nobody waits for it any more
        known = { seen, at: now };
      }
      return known.seen;
    },
    forget() {
      known = null;
    },
  };
}
