import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Activity } from "../../../core/contracts/activity.ts";
import { askNext, askPage, type Page } from "./client.ts";

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
    queryFn: ({ pageParam, signal }): Promise<Page<Activity>> =>
      pageParam === null
        ? askPage<Activity>({ path: "/v1/activity", query: { ...filter }, signal })
        : askNext<Activity>(pageParam, signal),
    getNextPageParam: ({ next }) => next,
  });
