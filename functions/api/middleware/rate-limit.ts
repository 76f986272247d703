import type { MiddlewareObj } from "@middy/core";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { ApiError } from "../../../core/errors.ts";
import { keys } from "../../../core/store/keys.ts";
import type { Key } from "../../../core/store/table.ts";
import type { ApiDeps } from "../../deps.ts";
import type { ApiEvent, ApiResult } from "../api-request.ts";

/** Counts the request: polls per key, then every request per account. @throws ApiError `rate_limited`. Spec: Limits. */
export function rateLimit(deps: () => ApiDeps): MiddlewareObj<ApiEvent, ApiResult> {
  async function count({ api }: ApiEvent, place: Key, limit: number): Promise<void> {
    const decision = await deps().rates.count(place, limit, api.now);
    const remaining = decision.passes ? decision.remaining : 0;
    // Of two limits the one that is nearer is shown.
    if (!api.rate || remaining < api.rate.remaining) api.rate = { limit, remaining, resetSec: decision.resetSec };
    if (!decision.passes) throw new ApiError("rate_limited", { retryAfterSec: decision.retryAfterSec });
  }

  return {
    async before({ event }) {
      const { caller, route } = event.api;
      if (!caller) return;
      if (route?.id === "events.list") {
        await count(event, keys.keyRate(caller.account_id, caller.key_id), LIMITS.eventPollsPerMinute);
      }
      await count(event, keys.accountRate(caller.account_id), LIMITS.apiRequestsPerMinute);
    },
  };
}
