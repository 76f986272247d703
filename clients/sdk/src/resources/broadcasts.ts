// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  BroadcastsCancelResponses,
  BroadcastsChangeData,
  BroadcastsChangeResponses,
  BroadcastsCreateData,
  BroadcastsCreateResponses,
  BroadcastsGetResponses,
  BroadcastsListData,
  BroadcastsListResponses,
  BroadcastsPauseResponses,
  BroadcastsRecipientsData,
  BroadcastsRecipientsResponses,
  BroadcastsResumeResponses,
  BroadcastsStartResponses,
} from "../types.ts";

/** The calls of `broadcasts`. */
export class Broadcasts extends Resource {
  /** List broadcasts, newest first. Any API key. */
  list(query?: Query<BroadcastsListData>, options?: CallOptions): List<Item<BroadcastsListResponses>> {
    return this.callList({ method: "GET", path: "/v1/broadcasts", query, answer: "links", options });
  }

  /** Send a broadcast to many people who have written before. A full key. Not available after the trial. */
  create(body: Body<BroadcastsCreateData>, options?: KeyedOptions): Answer<Data<BroadcastsCreateResponses>> {
    return this.callOne({ method: "POST", path: "/v1/broadcasts", body, keyed: true, answer: "record", options });
  }

  /** Get a broadcast and its progress. Any API key. */
  get(broadcastId: string, options?: CallOptions): Answer<Data<BroadcastsGetResponses>> {
    return this.callOne({ method: "GET", path: "/v1/broadcasts/{id}", ids: [broadcastId], answer: "record", options });
  }

  /** Change a draft or a scheduled broadcast. A full key. */
  change(
    broadcastId: string,
    body: Body<BroadcastsChangeData>,
    options?: CallOptions,
  ): Answer<Data<BroadcastsChangeResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/broadcasts/{id}",
      ids: [broadcastId],
      body,
      answer: "record",
      options,
    });
  }

  /** Cancel a broadcast for good. A full key. */
  cancel(broadcastId: string, options?: CallOptions): Answer<Data<BroadcastsCancelResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/broadcasts/{id}",
      ids: [broadcastId],
      answer: "record",
      options,
    });
  }

  /** List the people in a broadcast and the progress of each. Any API key. */
  recipients(
    broadcastId: string,
    query?: Query<BroadcastsRecipientsData>,
    options?: CallOptions,
  ): List<Item<BroadcastsRecipientsResponses>> {
    return this.callList({
      method: "GET",
      path: "/v1/broadcasts/{id}/recipients",
      ids: [broadcastId],
      query,
      answer: "links",
      options,
    });
  }

  /** Start a draft, or a scheduled broadcast before its time. A full key. Not available after the trial. */
  start(broadcastId: string, options?: CallOptions): Answer<Data<BroadcastsStartResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/broadcasts/{id}/start",
      ids: [broadcastId],
      answer: "record",
      options,
    });
  }

  /** Pause a broadcast. A full key. */
  pause(broadcastId: string, options?: CallOptions): Answer<Data<BroadcastsPauseResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/broadcasts/{id}/pause",
      ids: [broadcastId],
      answer: "record",
      options,
    });
  }

  /** Resume a paused broadcast. A full key. Not available after the trial. */
  resume(broadcastId: string, options?: CallOptions): Answer<Data<BroadcastsResumeResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/broadcasts/{id}/resume",
      ids: [broadcastId],
      answer: "record",
      options,
    });
  }
}
