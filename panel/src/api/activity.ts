import { pagesOf } from "./query.ts";

/** Filters for the activity log, where "" means no filter. */
export interface ActivityFilter {
  action: string;
  instance_id: string;
  key_id: string;
}

/** The request parameters for the activity log. */
export const activityAsked = (filter: ActivityFilter, limit: number | null = null) => ({ query: { ...filter, limit } });

/** The query for the activity log, newest entries first. */
export const activityQuery = (filter: ActivityFilter) => pagesOf("activity.list", activityAsked(filter));
