import type { AnswersByRoute } from "../../../core/contracts/panel/answers-by-route.ts";
import { PANEL_ROUTES, type PanelRouteId } from "../../../core/contracts/panel/panel-routes.ts";
import { ROUTES, type RouteId } from "../../../core/contracts/routes.ts";
import { type Ask, ask, askAll, askNext, askPage, type Page } from "./client.ts";

/** A route that the panel asks. */
export type CallId = keyof AnswersByRoute & (RouteId | PanelRouteId);
/** One that answers with a list. */
export type ListId = { [Id in CallId]: AnswersByRoute[Id] extends unknown[] ? Id : never }[CallId];
/** An item of a route's list. */
export type Item<Id extends ListId> = AnswersByRoute[Id] extends (infer T)[] ? T : never;

const PATHS = { ...ROUTES, ...PANEL_ROUTES };
type PathOf<Id extends CallId> = (typeof PATHS)[Id]["path"];
/** Names of the places of a path: `/v1/chats/{chat}` -> "chat". */
type Places<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;

/** A value for each place of a route's path, unencoded. */
export type At<Id extends CallId> = Record<Places<PathOf<Id>>, string>;
/** A route's request: a value for each place of its path, and what else it takes. */
export type CallRequest<Id extends CallId> = Pick<Ask, "query" | "body" | "idempotencyKey" | "signal"> &
  ([Places<PathOf<Id>>] extends [never] ? { at?: undefined } : { at: At<Id> });
/** The request as an argument, which a route without places need not be given. */
export type GivenRequest<Id extends CallId> = [Places<PathOf<Id>>] extends [never]
  ? [request?: CallRequest<Id>]
  : [request: CallRequest<Id>];

/** Asks a route by its name; the answer has the type that the route's schema gives it. @throws ApiFailure */
export function call<Id extends CallId>(id: Id, ...[request]: GivenRequest<Id>): Promise<AnswersByRoute[Id]> {
  return ask(asked(id, request));
}

/** Asks for a page of a list. @param next that of the page before; null: the first page. @throws ApiFailure */
export function callPage<Id extends ListId>(
  id: Id,
  next: string | null,
  request: CallRequest<Id>,
): Promise<Page<Item<Id>>> {
  return next === null ? askPage(asked(id, request)) : askNext(next, request.signal);
}

/** Asks for every page of a list that is short by its nature. @throws ApiFailure */
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
