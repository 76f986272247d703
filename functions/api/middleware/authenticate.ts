import type { MiddlewareObj } from "@middy/core";
import { authenticateKey } from "../../../core/operations/accounts/authenticate-key.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { type ApiEvent, type ApiResult, header } from "../api-request.ts";

/** Identifies the caller, except on public routes. @throws ApiError 401 and 403. Spec: Authentication. */
export function authenticate(deps: () => ApiDeps): MiddlewareObj<ApiEvent, ApiResult> {
  return {
    async before({ event }) {
      const { route } = event.api;
      if (!route || route.row.scope === "public") return;
      const { source, now } = event.api;
      event.api.caller = await authenticateKey(deps(), header(event, "authorization"), source, now);
    },
  };
}
