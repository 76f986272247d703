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

/** Kept beside the routes' answers, until the page is left. */
type Local = "draft" | "outbox" | "first-steps";

/** A key of the cache. It begins with a route's name, so that one key can mean all that the route answered. */
export type Key = readonly [CallId | Local, ...unknown[]];

declare module "@tanstack/react-query" {
  interface Register {
    queryKey: Key;
  }
}

/**
 * The key of a route's answer: its name, the places of its path, the rest of the request.
 * @param more tells answers apart that the request does not, such as a list read whole and one read page by page.
 */
export const keyOf = <Id extends CallId>(
  id: Id,
  { at, query }: { at?: At<Id> | undefined; query?: Ask["query"] | undefined },
  ...more: readonly (string | number | boolean | null)[]
): Key => [id, at ?? {}, query ?? {}, ...more];

/** The key of a route's answers about some of its places, such as all threads of a number. */
export const partOf = <Id extends CallId>(id: Id, at: Partial<At<Id>>): Key => [id, at];

/** The key of something that no route answers. */
export const localKey = (name: Local, ...of: readonly (string | boolean)[]): Key => [name, ...of];

/** Reads again what routes answered, all of it or a part. Resolves once what the page shows has been read. */
export async function renew(queries: QueryClient, ...of: readonly (CallId | Key)[]): Promise<void> {
  await Promise.all(
    of.map((one) => queries.invalidateQueries({ queryKey: typeof one === "string" ? ([one] as const) : one })),
  );
}

type About<Data> = Pick<UseQueryOptions<Data, Error, Data, Key>, "refetchInterval" | "staleTime">;

/** A route's answer. @param about how often it is asked again. */
export const queryOf = <Id extends CallId>(id: Id, request: CallRequest<Id>, about: About<AnswersByRoute[Id]> = {}) =>
  queryOptions({
    ...about,
    queryKey: keyOf(id, request),
    queryFn: ({ signal }) => call(id, ...([{ ...request, signal }] as GivenRequest<Id>)),
  });

/** Every page of a list that is short by its nature. */
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

/** A list, page by page. */
export const pagesOf = <Id extends ListId>(id: Id, request: CallRequest<Id>, about: AboutPages<Item<Id>> = {}) =>
  infiniteQueryOptions({
    ...about,
    ...PAGED,
    queryKey: keyOf(id, request, "pages"),
    queryFn: ({ pageParam, signal }) => callPage(id, pageParam, { ...request, signal }),
  });

/** How a list's pages follow each other. */
export const PAGED = {
  initialPageParam: null as string | null, // the type of the addresses that follow
  getNextPageParam: ({ next }: Page<unknown>) => next,
};
