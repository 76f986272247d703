import type { AnswersByRoute } from "../../../core/contracts/panel/answers-by-route.ts";
import { PANEL_ROUTES, type PanelRouteId } from "../../../core/contracts/panel/panel-routes.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { type Ask, ask, askAll, askNext, askPage, type Page } from "./client.ts";

/** A route that the panel calls. */
export type CallId = keyof AnswersByRoute & (RouteId | PanelRouteId);
/** A route whose response is a list. */
export type ListId = { [Id in CallId]: AnswersByRoute[Id] extends unknown[] ? Id : never }[CallId];
/** An item of a route's list. */
export type Item<Id extends ListId> = AnswersByRoute[Id] extends (infer T)[] ? T : never;

const PATHS = { ...ROUTES, ...PANEL_ROUTES };
type PathOf<Id extends CallId> = (typeof PATHS)[Id]["path"];
/** The names of a path's parameters, such as "chat" for `/v1/chats/{chat}`. */
type Places<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;

/** A value for each parameter of a route's path, unencoded. */
export type At<Id extends CallId> = Record<Places<PathOf<Id>>, string>;
/** The request for a route: a value for each path parameter, plus anything else the route accepts. */
export type CallRequest<Id extends CallId> = Pick<Ask, "query" | "body" | "idempotencyKey" | "signal"> &
  ([Places<PathOf<Id>>] extends [never] ? { at?: undefined } : { at: At<Id> });
/** The request as a rest argument, optional for routes without path parameters. */
export type GivenRequest<Id extends CallId> = [Places<PathOf<Id>>] extends [never]
  ? [request?: CallRequest<Id>]
  : [request: CallRequest<Id>];

/** Calls a route by its id. The route determines the type of the response. @throws ApiFailure */
export function call<Id extends CallId>(id: Id, ...[request]: GivenRequest<Id>): Promise<AnswersByRoute[Id]> {
  return ask(asked(id, request));
}

/** Fetches a page of a list. @param next the previous page's `next`, or null for the first page. @throws ApiFailure */
export function callPage<Id extends ListId>(
  id: Id,
  next: string | null,
  request: CallRequest<Id>,
): Promise<Page<Item<Id>>> {
  return next === null ? askPage(asked(id, request)) : askNext(next, request.signal);
}

/** Fetches every page of a list that is always short. @throws ApiFailure */
export function callAll<Id extends ListId>(id: Id, request: CallRequest<Id>): Promise<Item<Id>[]> {
  return askAll(asked(id, request));
}

function asked(id: CallId, request: { at?: Record<string, string> | undefined } = {}): Ask {
  const { at = {}, ...rest } = request;
  const { method, path } = PATHS[id];
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? "")),
    ...rest,
  };
}
