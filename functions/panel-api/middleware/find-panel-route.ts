import type { MiddlewareObj } from "@middy/core";
import {
  MOUNTED_ROUTES,
  PANEL_API,
  PANEL_ROUTES,
  type PanelRouteId,
} from "../../../core/contracts/panel/panel-routes.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { ApiError } from "../../../core/errors.ts";
import { matchRoute } from "../../api/all-routes.ts";
import type { ApiResult } from "../../api/api-request.ts";
import { wrongMethod } from "../../api/middleware/find-route.ts";
import { matchIn, type RouteMatch, routeTable } from "../../api/route-match.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { type PanelEvent, panelUrlOf } from "../panel-request.ts";

const OWN = routeTable<PanelRouteId>(PANEL_ROUTES);
const NOTHING_HERE = "There is nothing at this address in the panel.";

/**
 * Finds a request's route: either one of the panel's own, or an API route that the panel also serves.
 * @throws ApiError `not_found`, or 405 `bad_request` with `Allow`.
 */
export function findPanelRoute(deps: () => ApiDeps): MiddlewareObj<PanelEvent, ApiResult> {
  return {
    before({ event }) {
      const { method } = event.requestContext.http;
      if (!event.rawPath.startsWith(`${PANEL_API}/`)) throw nothing();
      const path = event.rawPath.slice(PANEL_API.length);
      event.api.baseUrl = `${panelUrlOf(event, deps().env.PANEL_URL)}${PANEL_API}`;
      if (path.startsWith("/v1/")) {
        const { id, params } = found(matchRoute(method, path), method);
        if (MOUNTED_ROUTES[id as RouteId] === null) throw nothing();
        event.api.route = { id, row: ROUTES[id], params };
      } else event.api.panelRoute = found(matchIn(OWN, method, path), method);
    },
  };
}

function found<Id extends string>(match: RouteMatch<Id>, method: string): { id: Id; params: Record<string, string> } {
  if (match.kind === "wrong_method") throw wrongMethod(method, match.methods);
  if (match.kind === "unknown") throw nothing();
  return { id: match.id, params: match.params };
}

const nothing = () => new ApiError("not_found", { message: NOTHING_HERE });
