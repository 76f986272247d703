import { ROUTES, type RouteId } from "../../core/contracts/routes.ts";
import { matchIn, type RouteMatch, routeTable } from "./route-match.ts";

const TABLE = routeTable<RouteId>(ROUTES);

/** Looks up a request among all routes of the API. */
export const matchRoute = (method: string, path: string): RouteMatch => matchIn(TABLE, method, path);
