import type { Clock } from "../../ports.ts";
import type { WebhookRecord } from "./webhook.ts";

/** A webhook's settings, and the moment before they were read (epoch ms). */
export interface SeenWebhook {
  webhook: WebhookRecord;
  at: number;
}

/** A webhook's settings in one run: what was read is used again as far as its age allows. */
export interface KnownSettings {
  /** As they were at most so long ago; what is being read already is waited for. */
  within(maxAgeMs: number): Promise<SeenWebhook>;
  /** They were changed, or may have been. */
  forget(): void;
}

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
