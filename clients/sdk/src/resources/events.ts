// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Data, type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type { EventsCreateStreamTicketResponses, EventsListData } from "../types.ts";
import type { WebhookEvent } from "../webhook.ts";

/** The calls of `events`. */
export class Events extends Resource {
  /** Fetch events, oldest first. Any API key. */
  list(query?: Query<EventsListData>, options?: CallOptions): List<WebhookEvent> {
    return this.callList({ method: "GET", path: "/v1/events", query, answer: "after", options });
  }

  /** Get a ticket for one connection to the stream of events. Any API key. */
  createStreamTicket(options?: CallOptions): Answer<Data<EventsCreateStreamTicketResponses>> {
    return this.callOne({ method: "POST", path: "/v1/events/stream-tickets", answer: "object", options });
  }
}
