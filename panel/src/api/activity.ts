import { infiniteQueryOptions } from "@tanstack/react-query";
import { callPage } from "./call.ts";

/** Which lines of the log; "": all. */
export interface ActivityFilter {
  action: string;
  instance_id: string;
  key_id: string;
}

/** The log, newest first. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ["activity", filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => callPage("activity.list", pageParam, { query: { ...filter }, signal }),
    getNextPageParam: ({ next }) => next,
  });
