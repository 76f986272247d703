import { DAY_MS, MINUTE_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";

/** A time that is at most this far in the past counts as now, because the customer's clock may be slightly slow. */
const PAST_ALLOWED_MS = MINUTE_MS;

/** When to send a message. A null `at` means now. */
export type SendTime = { at: Date | null } | { error: string };

/**
 * Checks `send_at`, which must be between now and 30 days ahead. Up to a minute in the past is treated as now. Spec:
 * POST /v1/messages.
 */
export function checkSendTime(text: string | null | undefined, now: Date): SendTime {
  if (!text) return { at: null };
  const at = new Date(text);
  const aheadMs = at.getTime() - now.getTime();
  if (aheadMs < -PAST_ALLOWED_MS)
    return { error: "This time is in the past. Leave send_at out to send the message now." };
  if (aheadMs > LIMITS.scheduleDaysAhead * DAY_MS) return { error: "Use a time at most 30 days ahead." };
  return { at: aheadMs > 0 ? at : null };
}
