import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import type { Route } from "../../../functions/api/route.ts";

/** A function as called by API Gateway. */
export type GatewayHandler = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Every API function by resource, found through the route table, so that new functions need no change here. */
export interface LoadedApi {
  handlers: Map<string, GatewayHandler>;
  notFound: GatewayHandler;
  /** The routes by id, with their schemas. */
  routes: Map<RouteId, Route>;
}

export const ROUTE_IDS = Object.keys(ROUTES) as RouteId[]; // Object.keys loses the key type

/** Imports the functions listed in the route table. */
export async function loadApi(): Promise<LoadedApi> {
  const handlers = new Map<string, GatewayHandler>();
  const routes = new Map<RouteId, Route>();
  for (const resource of new Set(ROUTE_IDS.map((id) => ROUTES[id].resource))) {
    const module = await importEntry(resource);
    handlers.set(resource, module.handler);
    for (const one of module.routes ?? []) routes.set(one.id, one);
  }
  return { handlers, notFound: (await importEntry("not-found")).handler, routes };
}

function importEntry(resource: string): Promise<{ handler: GatewayHandler; routes?: Route[] }> {
  return import(new URL(`../../../functions/api/${resource}/index.ts`, import.meta.url).href);
}
