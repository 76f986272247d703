import type { MiddlewareObj } from "@middy/core";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { ApiError } from "../../../core/errors.ts";
import { keys } from "../../../core/store/keys.ts";
import type { ApiResult } from "../../api/api-request.ts";
import type { ApiDeps } from "../../own-deps.ts";
import type { PanelEvent } from "../panel-request.ts";

/**
 * Counts a user's requests per minute in the current account, across all of their sessions. These requests don't count
 * toward the plan.
 * @throws ApiError 429 `rate_limited`.
 */
export function limitPerson(deps: () => ApiDeps): MiddlewareObj<PanelEvent, ApiResult> {
  return {
    async before({ event: { api } }) {
      if (!api.session) return;
      const place = keys.panelRate(api.session.user.id, api.session.account?.id ?? null);
      const decision = await deps().rates.count(place, PANEL_LIMITS.requestsPerMinute, api.now);
      if (!decision.passes) throw new ApiError("rate_limited", { retryAfterSec: decision.retryAfterSec });
    },
  };
}
