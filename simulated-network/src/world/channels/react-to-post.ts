import type { Channel } from "../../store/channels/channels-table.ts";
import type { ChannelPost } from "../../store/channels/posts-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/**
 * Reacts to a post. The network only reveals how many people reacted, but the phones in this simulation show who did.
 * An empty emoji removes the reaction.
 */
export function reactToPost(
  { store }: Transaction,
  channel: Channel,
  post: ChannelPost,
  phone: string,
  emoji: string,
): void {
  store.channelReactions.put(channel.id, post.serverId, phone, emoji);
  for (const follower of store.followers.of(channel.id)) store.reactions.put(follower, post.id, phone, emoji);
}
