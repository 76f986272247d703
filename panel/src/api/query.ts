import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from "@tanstack/react-query";
import type { AnswersByRoute } from "../../../core/contracts/panel/answers-by-route.ts";
import {
  type At,
  type CallId,
  type CallRequest,
  call,
  callAll,
  callPage,
  type GivenRequest,
  type Item,
  type ListId,
} from "./call.ts";
import type { Ask, Page } from "./client.ts";

/** The kinds of local data cached alongside API responses until the user leaves the page. */
type Local = "draft" | "outbox" | "first-steps" | "emojis" | "hearing";

/** A cache key. It begins with a route's name, so a single key can cover all of a route's responses. */
export type Key = readonly [CallId | Local, ...unknown[]];

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: Key;
  }
}

/**
 * Returns the cache key for a route's response: the route's name, the path parameters, and the query.
 * @param more distinguishes responses to the same request, such as a list fetched as a whole and a list fetched page by
 * page.
 */
export const keyOf = <Id extends CallId>(
  id: Id,
  { at, query }: { at?: At<Id> | undefined; query?: Ask["query"] | undefined },
  ...more: readonly (string | number | boolean | null)[]
): Key => [id, at ?? {}, query ?? {}, ...more];

/** Returns the key for all responses that share some path parameters, such as all of a number's threads. */
export const partOf = <Id extends CallId>(id: Id, at: Partial<At<Id>>): Key => [id, at];

/** Returns the key for local data that isn't from a route. */
export const localKey = (name: Local, ...of: readonly (string | boolean)[]): Key => [name, ...of];

/** Invalidates all cached responses, or some of them. Resolves once those that the page uses have been refetched. */
export async function renew(queries: QueryClient, ...of: readonly (CallId | Key)[]): Promise<void> {
  await Promise.all(
    of.map((one) => queries.invalidateQueries({ queryKey: typeof one === "string" ? ([one] as const) : one })),
  );
}

type About<Data> = Pick<UseQueryOptions<Data, Error, Data, Key>, "refetchInterval" | "staleTime">;

/** Creates a query for a route's response. @param about how often to refetch it. */
export const queryOf = <Id extends CallId>(id: Id, request: CallRequest<Id>, about: About<AnswersByRoute[Id]> = {}) =>
  queryOptions({
    ...about,
    queryKey: keyOf(id, request),
    queryFn: ({ signal }) => call(id, ...([{ ...request, signal }] as GivenRequest<Id>)),
  });

/** Creates a query for every page of a list that is always short. */
export const allOf = <Id extends ListId>(id: Id, request: CallRequest<Id>, about: About<Item<Id>[]> = {}) =>
  queryOptions({
    ...about,
    queryKey: keyOf(id, request, "all"),
    queryFn: ({ signal }) => callAll(id, { ...request, signal }),
  });

type AboutPages<T> = Pick<
  UseInfiniteQueryOptions<Page<T>, Error, InfiniteData<Page<T>>, Key, string | null>,
  "refetchInterval" | "refetchOnWindowFocus"
>;

/** Creates a paginated query for a list. */
export const pagesOf = <Id extends ListId>(id: Id, request: CallRequest<Id>, about: AboutPages<Item<Id>> = {}) =>
  infiniteQueryOptions({
    ...about,
    ...PAGED,
    queryKey: keyOf(id, request, "pages"),
    queryFn: ({ pageParam, signal }) => callPage(id, pageParam, { ...request, signal }),
  });

/** Query options for moving from one page of a list to the next. */
export const PAGED = {
  initialPageParam: null as string | null, // its type is that of later pages' addresses
  getNextPageParam: ({ next }: Page<unknown>) => next,
};
