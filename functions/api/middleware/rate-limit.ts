import type { MiddlewareObj } from "@middy/core";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { ApiError } from "../../../core/errors.ts";
import { callerId } from "../../../core/records/accounts/caller.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Key } from "../../../core/store/table.ts";
import type { ApiDeps } from "../../own-deps.ts";
import type { ApiEvent, ApiResult } from "../api-request.ts";

/**
 * Counts the request. Polling requests are first counted per key, then every request is counted per account, against
 * both the limit per minute and the plan's limit per month.
 * @throws ApiError 429 `rate_limited`, `plan_limit`. Spec: Limits.
 */
export function rateLimit(deps: () => ApiDeps): MiddlewareObj<ApiEvent, ApiResult> {
  async function count({ api }: ApiEvent, place: Key, limit: number, perMonth?: number): Promise<void> {
    const decision = await deps().rates.count(place, limit, api.now, perMonth);
    const remaining = decision.passes ? decision.remaining : 0;
    // The response headers show whichever of the two limits has fewer requests remaining.
    if (!api.rate || remaining < api.rate.remaining) api.rate = { limit, remaining, resetSec: decision.resetSec };
    if (decision.monthUsed) {
      const message = `The plan's limit of ${perMonth} requests for this month (UTC) has been reached. Choose a larger plan, or wait the number of seconds given in Retry-After.`;
      throw new ApiError("plan_limit", { status: 429, message, retryAfterSec: decision.retryAfterSec });
    }
    if (!decision.passes) throw new ApiError("rate_limited", { retryAfterSec: decision.retryAfterSec });
  }

  return {
    async before({ event }) {
      const { caller, route } = event.api;
      if (!caller) return;
      if (route?.id === "events.list") {
        await count(event, keys.keyRate(caller.account_id, callerId(caller)), LIMITS.eventPollsPerMinute);
      }
      const { requestsPerMonth } = PLANS[caller.plan];
      await count(event, keys.accountRate(caller.account_id), LIMITS.apiRequestsPerMinute, requestsPerMonth);
    },
  };
}
