import { pagesOf } from "./query.ts";

/** Filters for the log; "" means all entries. */
export interface ActivityFilter {
  action: string;
  instance_id: string;
  key_id: string;
}

/** How the log is asked for. */
export const activityAsked = (filter: ActivityFilter, limit: number | null = null) => ({ query: { ...filter, limit } });

/** The log, newest first. */
export const activityQuery = (filter: ActivityFilter) => pagesOf("activity.list", activityAsked(filter));
