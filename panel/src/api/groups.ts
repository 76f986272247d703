import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, callPage } from "./call.ts";

const PAGE = 50;

/** The groups that a number is in, page by page. */
export const groupsQuery = (instance: string) =>
  infiniteQueryOptions({
    queryKey: ["groups", instance],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callPage("groups.list", pageParam, { at: { id: instance }, query: { limit: PAGE }, signal }),
    getNextPageParam: (last) => last.next,
  });

/** One group with its members. */
export const groupQuery = (instance: string, group: string) =>
  queryOptions({
    queryKey: ["group", instance, group],
    queryFn: ({ signal }) => call("groups.get", { at: { id: instance, group }, signal }),
  });
