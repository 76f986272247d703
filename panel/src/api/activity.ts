import { pagesOf } from "./query.ts";

/** Filters for the log; "": all entries. */
export interface ActivityFilter {
  action: string;
  instance_id: string;
  key_id: string;
}

/** The log, newest first. */
export const activityQuery = (filter: ActivityFilter) => pagesOf("activity.list", { query: { ...filter } });
