import type { Clock } from "../../ports.ts";
import type { WebhookRecord } from "./webhook.ts";

/** A webhook's settings, and the moment before they were read (epoch ms). */
export interface SeenWebhook {
  webhook: WebhookRecord;
  at: number;
}

/** A cache of a webhook's settings for one run: a read is used again as long as its age allows. */
export interface KnownSettings {
  /** The settings, read at most this long ago; a read under way is waited for. */
  within(maxAgeMs: number): Promise<SeenWebhook>;
  /** Drops them: they were changed, or may have been. */
  forget(): void;
}

/** Makes the cache of a webhook's settings for one run. */
export function knownSettings(clock: Clock, read: () => Promise<WebhookRecord>): KnownSettings {
  let known: { seen: Promise<SeenWebhook>; at: number } | null = null;
  return {
    within(maxAgeMs) {
      const now = clock.now().getTime();
      if (!known || known.at <= now - maxAgeMs) {
        const seen = read().then((webhook) => ({ webhook, at: now }));
        seen.catch(() => undefined); // also when nobody waits for it any more
        known = { seen, at: now };
      }
      return known.seen;
    },
    forget() {
      known = null;
    },
  };
}
