import type { ChangeChannelBody, CreateChannelBody } from "../../../core/contracts/channels/change-channel.ts";
import { call } from "./call.ts";
import { partOf, queryOf } from "./query.ts";

/** The channels that a number owns or follows. */
export const channelsQuery = (instance: string) => queryOf("channels.list", { at: { id: instance } });

/** One channel, as last read from the network. */
export const channelQuery = (instance: string, channel: string) =>
  queryOf("channels.get", { at: { id: instance, channel } });

/** A channel's newest posts, which are read from the network. */
export const postsQuery = (instance: string, channel: string) =>
  queryOf("channels.messages", { at: { id: instance, channel } }, { staleTime: 60_000 });

/** The channel behind a link, as the network shows it to anyone with the link. */
export const previewChannel = (instance: string, invite: string) =>
  call("channels.preview", { at: { id: instance }, query: { invite } });

/** The answers that show a channel. */
export const channelReads = (instance: string) => [
  partOf("channels.list", { id: instance }),
  partOf("channels.get", { id: instance }),
];

/** Creates a channel; the network allows a number two a day. */
export const createChannel = (instance: string, body: CreateChannelBody) =>
  call("channels.create", { at: { id: instance }, body });

/** Changes a channel of the number's own; omitted fields stay unchanged. */
export const changeChannel = (instance: string, channel: string, body: ChangeChannelBody) =>
  call("channels.update", { at: { id: instance, channel }, body });

/** Deletes a channel of the number's own, for everyone. */
export const deleteChannel = (instance: string, channel: string) =>
  call("channels.delete", { at: { id: instance, channel } });

/** Follows a channel, or stops following it. */
export const followChannel = (instance: string, channel: string, isFollowed: boolean) =>
  call(isFollowed ? "channels.follow" : "channels.unfollow", { at: { id: instance, channel } });
