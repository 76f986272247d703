import type { ChangeChannelBody, CreateChannelBody } from "../../../core/contracts/channels/change-channel.ts";
import { call } from "./call.ts";
import { partOf, queryOf } from "./query.ts";

/** The query for the channels that a number owns or follows. */
export const channelsQuery = (instance: string) => queryOf("channels.list", { at: { id: instance } });

/** The query for a single channel, as last fetched from the network. */
export const channelQuery = (instance: string, channel: string) =>
  queryOf("channels.get", { at: { id: instance, channel } });

/** The query for a channel's newest posts, fetched from the network. */
export const postsQuery = (instance: string, channel: string) =>
  queryOf("channels.messages", { at: { id: instance, channel } }, { staleTime: 60_000 });

/** Fetches the channel behind an invite link, as the network shows it to anyone with the link. */
export const previewChannel = (instance: string, invite: string) =>
  call("channels.preview", { at: { id: instance }, query: { invite } });

/** The cache keys of all responses that show a channel. */
export const channelReads = (instance: string) => [
  partOf("channels.list", { id: instance }),
  partOf("channels.get", { id: instance }),
];

/** Creates a channel. The network allows two a day per number. */
export const createChannel = (instance: string, body: CreateChannelBody) =>
  call("channels.create", { at: { id: instance }, body });

/** Changes a channel that the number owns. Omitted fields stay unchanged. */
export const changeChannel = (instance: string, channel: string, body: ChangeChannelBody) =>
  call("channels.update", { at: { id: instance, channel }, body });

/** Deletes a channel that the number owns, for everyone. */
export const deleteChannel = (instance: string, channel: string) =>
  call("channels.delete", { at: { id: instance, channel } });

/** Follows a channel, or stops following it. */
export const followChannel = (instance: string, channel: string, isFollowed: boolean) =>
  call(isFollowed ? "channels.follow" : "channels.unfollow", { at: { id: instance, channel } });
