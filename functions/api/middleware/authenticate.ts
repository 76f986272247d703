import type { MiddlewareObj } from "@middy/core";
import { ROUTES } from "../../../core/contracts/routes.ts";
import { authenticateKey } from "../../../core/operations/accounts/authenticate-key.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { type ApiEvent, type ApiResult, header } from "../api-request.ts";

/** Finds out who calls; public routes ask nobody. @throws ApiError 401 and 403. Spec: Authentication. */
export function authenticate(deps: () => ApiDeps): MiddlewareObj<ApiEvent, ApiResult> {
  return {
    async before({ event }) {
      const { route } = event.api;
      if (!route || ROUTES[route.id].scope === "public") return;
      // The connection's address from the request context: a forwarded header can be written by anybody.
      const source = event.requestContext.http.sourceIp;
      event.api.caller = await authenticateKey(deps(), header(event, "authorization"), source, event.api.now);
    },
  };
}
