import type { MiddlewareObj } from "@middy/core";
import type { RouteId } from "../../../core/contracts/routes.ts";
import { ApiError } from "../../../core/errors.ts";
import type { ApiEvent, ApiResult } from "../api-request.ts";
import { matchRoute } from "../route-match.ts";

/** Looks up the request's route in the route table. @throws ApiError `not_found`, or 405 `bad_request` with `Allow`. */
export function findRoute(hasRoute: (id: RouteId) => boolean): MiddlewareObj<ApiEvent, ApiResult> {
  return {
    before({ event }) {
      const { method } = event.requestContext.http;
      const match = matchRoute(method, event.rawPath);
      if (match.kind === "wrong_method") throw wrongMethod(method, match.methods);
      if (match.kind === "unknown" || !hasRoute(match.id)) throw new ApiError("not_found");
      event.api.route = { id: match.id, params: match.params };
    },
  };
}

/** Creates the error for a method that the path doesn't support. */
export function wrongMethod(method: string, methods: string[]): ApiError {
  const allow = methods.join(", ");
  const message = `This address does not support ${method}. It supports ${allow}.`;
  return new ApiError("bad_request", { status: 405, message, headers: { Allow: allow } });
}
