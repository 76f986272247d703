import type { MiddlewareObj } from "@middy/core";
import type { RouteRow } from "../../../core/contracts/route-tables.ts";
import type { RouteId } from "../../../core/contracts/routes.ts";
import { ApiError } from "../../../core/errors.ts";
import type { ApiEvent, ApiResult } from "../api-request.ts";
import { matchIn, routeTable } from "../route-match.ts";

/** The rows of the route table that a function answers. */
export type OwnRows = Partial<Record<RouteId, RouteRow>>;

/**
 * Looks up the request's route in these rows of the route table.
 * @throws ApiError `not_found`, or 405 `bad_request` with `Allow`.
 */
export function findRoute(rows: OwnRows, hasRoute: (id: RouteId) => boolean): MiddlewareObj<ApiEvent, ApiResult> {
  const table = routeTable(rows);
  return {
    before({ event }) {
      const { method } = event.requestContext.http;
      const match = matchIn(table, method, event.rawPath);
      if (match.kind === "wrong_method") throw wrongMethod(method, match.methods);
      const row = match.kind === "found" ? rows[match.id] : undefined;
      if (match.kind === "unknown" || !row || !hasRoute(match.id)) throw new ApiError("not_found");
      event.api.route = { id: match.id, row, params: match.params };
    },
  };
}

/** Creates the error for a method that the path doesn't support. */
export function wrongMethod(method: string, methods: string[]): ApiError {
  const allow = methods.join(", ");
  const message = `This address does not support ${method}. It supports ${allow}.`;
  return new ApiError("bad_request", { status: 405, message, headers: { Allow: allow } });
}
