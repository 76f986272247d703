// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import { type Body, type Data, type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type {
  ChannelsCreateData,
  ChannelsCreateResponses,
  ChannelsDeleteResponses,
  ChannelsFollowResponses,
  ChannelsGetResponses,
  ChannelsListResponses,
  ChannelsMessagesData,
  ChannelsMessagesResponses,
  ChannelsPreviewData,
  ChannelsPreviewResponses,
  ChannelsUnfollowResponses,
  ChannelsUpdateData,
  ChannelsUpdateResponses,
} from "../types.ts";

/** The calls of `channels`. */
export class Channels extends Resource {
  /** List the channels that the instance owns or follows. Any API key. */
  list(instanceId: string, options?: CallOptions): Answer<Data<ChannelsListResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/channels",
      ids: [instanceId],
      answer: "array",
      options,
    });
  }

  /** Create a channel. A full key. Not available after the trial. */
  create(
    instanceId: string,
    body: Body<ChannelsCreateData>,
    options?: CallOptions,
  ): Answer<Data<ChannelsCreateResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/channels",
      ids: [instanceId],
      body,
      answer: "record",
      options,
    });
  }

  /** Preview a channel from its link. Any API key. */
  preview(
    instanceId: string,
    query?: Query<ChannelsPreviewData>,
    options?: CallOptions,
  ): Answer<Data<ChannelsPreviewResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/channels/preview",
      ids: [instanceId],
      query,
      answer: "record",
      options,
    });
  }

  /** Get a channel. Any API key. */
  get(instanceId: string, channelId: string, options?: CallOptions): Answer<Data<ChannelsGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/channels/{channel}",
      ids: [instanceId, channelId],
      answer: "record",
      options,
    });
  }

  /** Change a channel that the instance owns. A full key. */
  update(
    instanceId: string,
    channelId: string,
    body: Body<ChannelsUpdateData>,
    options?: CallOptions,
  ): Answer<Data<ChannelsUpdateResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/channels/{channel}",
      ids: [instanceId, channelId],
      body,
      answer: "record",
      options,
    });
  }

  /** Delete a channel that the instance owns. A full key. */
  delete(instanceId: string, channelId: string, options?: CallOptions): Answer<Data<ChannelsDeleteResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}/channels/{channel}",
      ids: [instanceId, channelId],
      gone: "channel_not_found",
      answer: "none",
      options,
    });
  }

  /** Follow a channel. A full key. */
  follow(instanceId: string, channelId: string, options?: CallOptions): Answer<Data<ChannelsFollowResponses>> {
    return this.callOne({
      method: "PUT",
      path: "/v1/instances/{id}/channels/{channel}/follow",
      ids: [instanceId, channelId],
      answer: "none",
      options,
    });
  }

  /** Unfollow a channel. A full key. */
  unfollow(instanceId: string, channelId: string, options?: CallOptions): Answer<Data<ChannelsUnfollowResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}/channels/{channel}/follow",
      ids: [instanceId, channelId],
      answer: "none",
      options,
    });
  }

  /** List the newest posts of a channel. Any API key. */
  messages(
    instanceId: string,
    channelId: string,
    query?: Query<ChannelsMessagesData>,
    options?: CallOptions,
  ): Answer<Data<ChannelsMessagesResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/channels/{channel}/messages",
      ids: [instanceId, channelId],
      query,
      answer: "array",
      options,
    });
  }
}
