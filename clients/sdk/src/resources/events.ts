// Made from docs/openapi.json by `npm run docs`.
import type { List } from "../page.ts";
import { type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { EventsListData } from "../types.ts";
import type { WebhookEvent } from "../webhook.ts";

/** The calls of `events`. */
export class Events extends Resource {
  /** Fetch events, oldest first. Any API key. */
  list(query?: Query<EventsListData>, options?: CallOptions): List<WebhookEvent> {
    return this.callList({ method: "GET", path: "/v1/events", query, answer: "after", options });
  }
}
