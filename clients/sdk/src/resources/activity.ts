// Made from docs/openapi.json by `npm run docs`.
import type { List } from "../page.ts";
import { type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { ActivityListData, ActivityListResponses } from "../types.ts";

/** The calls of `activity`. */
export class Activity extends Resource {
  /** List changes in the account, newest first. A full key. */
  list(query?: Query<ActivityListData>, options?: CallOptions): List<Item<ActivityListResponses>> {
    return this.callList({ method: "GET", path: "/v1/activity", query, answer: "links", options });
  }
}
