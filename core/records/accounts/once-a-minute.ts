import { LIMITS } from "../../contracts/limits.ts";
import { isFromClockAhead } from "../../domain/accounts/clock-set-back.ts";
import { ApiError } from "../../errors.ts";
import type { Condition } from "../../store/table.ts";

/**
 * Checks that an action that is limited to once a minute is allowed again. Returns the condition that it hasn't been
 * performed in the meantime.
 * @throws ApiError rate_limited with the number of seconds to wait. Spec: Limits, Webhook test / try.
 */
export function onceAMinute(field: "tested_at" | "tried_at", last: string | undefined, now: Date): Condition {
  const lastMs = last === undefined ? null : Date.parse(last);
  const isOfNow = lastMs !== null && !isFromClockAhead(lastMs, now);
  const freeAt = isOfNow ? lastMs + LIMITS.webhookTestEverySec * 1000 : 0;
  if (freeAt > now.getTime()) {
    const what = field === "tested_at" ? "tested" : "tried";
    throw new ApiError("rate_limited", {
      message: `A webhook can be ${what} once a minute. Wait the number of seconds given in Retry-After.`,
      retryAfterSec: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
    });
  }
  return last === undefined ? [{ field, is: "missing" }] : [{ field, op: "=", value: last }];
}
