import middy from "@middy/core";
import type { Context } from "aws-lambda";
import type { PanelRouteId } from "../../core/contracts/panel/panel-routes.ts";
import type { RouteId } from "../../core/contracts/routes.ts";
import { ApiError } from "../../core/errors.ts";
import type { ApiResult } from "../api/api-request.ts";
import { findSource } from "../api/middleware/find-source.ts";
import { readBody } from "../api/middleware/parse-request.ts";
import { presentError } from "../api/middleware/present-error.ts";
import { asResult, TIME_FOR_LAST_ANSWER_MS } from "../api/resource.ts";
import type { Route } from "../api/route.ts";
import { writeActivity } from "../api/write-activity.ts";
import type { ApiDeps } from "../own-deps.ts";
import { authenticateSession } from "./middleware/authenticate-session.ts";
import { authorizeRole } from "./middleware/authorize-role.ts";
import { findPanelRoute } from "./middleware/find-panel-route.ts";
import { limitPerson } from "./middleware/limit-person.ts";
import { requireOwnPage } from "./middleware/require-own-page.ts";
import type { PanelEvent } from "./panel-request.ts";
import type { PanelRoute } from "./panel-route.ts";

/**
 * Creates the Lambda handler for the panel's API: the panel's own routes, and API routes called as a user. Requests are
 * rejected in this order: 404 for bypassing the front, 404 and 405 based on the route tables, 400 for other sites'
 * pages, 401, 429, 403 for the role and the account, then errors in the body, then in the fields.
 */
export function panelResource(own: readonly PanelRoute[], mounted: readonly Route[], deps: () => ApiDeps) {
  const ownById = new Map(own.map((one) => [one.id, one]));
  const mountedById = new Map(mounted.map((one) => [one.id, one]));
  const routeOf = ({ api }: PanelEvent) =>
    api.panelRoute ? ownById.get(api.panelRoute.id as PanelRouteId) : mountedById.get(api.route?.id as RouteId); // undefined is in neither

  const handler = async (event: PanelEvent, _context: Context): Promise<ApiResult> => {
    const found = routeOf(event);
    if (!found) throw new ApiError("not_found");
    const reply = await found.run(event, deps());
    if (event.api.route) await writeActivity(deps(), { api: event.api, body: found.definition.body }, reply);
    return asResult(reply);
  };
  return middy<PanelEvent, ApiResult>(handler, { timeoutEarlyInMillis: TIME_FOR_LAST_ANSWER_MS })
    .use(presentError(deps))
    .use(findSource(deps))
    .use(findPanelRoute(deps))
    .use(requireOwnPage(deps))
    .use(authenticateSession(deps))
    .use(limitPerson(deps))
    .use(authorizeRole())
    .before(({ event }) => readBody(event, routeOf(event)?.definition.body !== undefined));
}
