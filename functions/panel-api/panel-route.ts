import type * as z from "zod";
import type { PathParams } from "../../core/contracts/ids.ts";
import type { PanelRouteId } from "../../core/contracts/panel/panel-routes.ts";
import type { SignedIn } from "../../core/operations/users/read-session.ts";
import { baseUrlOf } from "../api/api-request.ts";
import type { Reply } from "../api/reply.ts";
import { type AnswersOf, type CheckedParts, checkParts, contextOf, type RouteContext } from "../api/route.ts";
import type { ApiDeps } from "../own-deps.ts";
import { type PanelEvent, panelUrlOf } from "./panel-request.ts";

/** Everything about a request that a panel route can use. */
export interface PanelContext extends RouteContext {
  session: SignedIn;
  /** The URL of the panel, without a trailing slash. */
  panelUrl: string;
  /** The URL of the API, without a trailing slash. */
  apiUrl: string;
}

/** The definition of one of the panel's own routes; see `RouteDefinition`. */
export interface PanelRouteDefinition<P, Q, B, Id = string> {
  params?: P;
  query?: Q;
  body?: B;
  responses: AnswersOf<Id>;
  handle: (request: PanelContext & CheckedParts<P, Q, B>) => Promise<Reply> | Reply;
}

/** One of the panel's own routes, ready for `panelResource`. */
export interface PanelRoute {
  id: PanelRouteId;
  definition: Partial<Record<"params" | "query" | "body", z.ZodType>> &
    Pick<PanelRouteDefinition<0, 0, 0>, "responses">;
  run(event: PanelEvent, deps: ApiDeps): Promise<Reply>;
}

/** Creates a route from its row in the panel's route table, its schemas, and its handler. */
export function panelRoute<
  Id extends PanelRouteId,
  P extends PathParams | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(id: Id, definition: PanelRouteDefinition<P, Q, B, Id>): PanelRoute {
  // Other code uses only the definition's schemas.
  const schemas = definition as unknown as PanelRoute["definition"];
  async function run(event: PanelEvent, deps: ApiDeps): Promise<Reply> {
    const { session, panelRoute: found } = event.api;
    if (!session || !found) throw new Error(`${id} was called without a session.`);
    const context = { ...contextOf(event, deps), rawParams: found.params };
    const checked = checkParts(schemas, context, event) as unknown as CheckedParts<P, Q, B>; // by these schemas
    const panelUrl = panelUrlOf(event, deps.env.PANEL_URL);
    const apiUrl = baseUrlOf(event, deps.env.BASE_URL);
    return definition.handle({ ...context, ...checked, session, panelUrl, apiUrl });
  }
  return { id, definition: schemas, run };
}
