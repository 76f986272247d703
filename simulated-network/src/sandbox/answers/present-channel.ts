import type { Channel } from "../../store/channels/channels-table.ts";
import type { ChannelPost } from "../../store/channels/posts-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { readContent } from "../../world/content/read-content.ts";
import type { World } from "../../world/world.ts";
import { presentMedia } from "./present.ts";

/** Converts a channel to the sandbox API's format. */
export function presentChannel(world: World, transaction: Transaction, channel: Channel) {
  const { id, name, description, owner, invite, state } = channel;
  const { channelAdmins, followers, profiles } = transaction.store;
  const picture = profiles.picture(id);
  return {
    chat_id: id,
    name,
    description: description || null,
    owner,
    admins: channelAdmins.of(id),
    invite: `https://whatsapp.com/channel/${invite}`,
    followers: followers.of(id),
    state,
    picture: picture && (world.media.stored(picture.directPath)?.toString("base64") ?? null),
  };
}

/** Presents a post as the network keeps it; `shown` false: accepted, but nobody sees it. */
export function presentPost(world: World, transaction: Transaction, channel: Channel, post: ChannelPost) {
  const { type, text, media, poll } = readContent(post.content);
  return {
    id: post.id,
    server_id: post.serverId,
    from: post.author,
    type,
    text,
    media: media && presentMedia(world, media),
    poll,
    at: post.at.toISOString().replace(/\.\d+Z$/, "+00:00"),
    shown: post.isShown && !post.isDeleted,
    edited: post.editedAt !== null,
    deleted: post.isDeleted,
    views: post.views,
    reactions: transaction.store.channelReactions.counts(channel.id, post.serverId),
  };
}
