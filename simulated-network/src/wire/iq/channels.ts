import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, children, node, seconds } from "../../format/nodes.ts";
import type { Channel } from "../../store/channels/channels-table.ts";
import type { ChannelPost } from "../../store/channels/posts-table.ts";
import { ChannelError } from "../../world/channels/channel-error.ts";
import { openChannel } from "../../world/channels/open-channel.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";

/** How many seconds a client receives live updates. */
const LIVE_SECONDS = 300;

/** The maximum number of posts to return, even if more are requested. */
const MOST_POSTS = 100;

/**
 * Returns posts from a channel, which is identified by its address or an invite: either the latest posts, or the posts
 * before a given number.
 */
export function channelMessages(incoming: Incoming): BinaryNode[] {
  const asked = child(incoming.stanza, "messages");
  const { type, jid = "", key = "", count = "50", before } = asked?.attrs ?? {};
  const { channels } = incoming.transaction.store;
  const channel = open(incoming, (type === "invite" ? channels.byInvite(key)?.id : jid) ?? "");
  const posts = shownPosts(incoming, channel)
    .filter(({ serverId }) => before === undefined || serverId < Number(before))
    .slice(0, Math.min(Number(count), MOST_POSTS));
  const messages = posts.reverse().map((post) => {
    const edited =
      post.editedAt && node("meta", { msg_edit_t: post.editedAt.getTime(), original_msg_t: seconds(post.at) });
    const plaintext = node("plaintext", { mediatype: post.mediatype ?? undefined }, post.content);
    const isSender = post.author === incoming.owner.phone ? "true" : undefined;
    const attributes = { id: post.id, server_id: post.serverId, t: seconds(post.at), type: post.type };
    const parts = [...(edited ? [edited] : []), plaintext, ...counts(incoming, channel, post)];
    return node("message", { ...attributes, is_sender: isSender }, parts);
  });
  return [node("messages", { jid: channel.id, t: seconds(incoming.transaction.now) }, messages)];
}

/** Returns changes to a channel's posts. Only the posts' counts are included. */
export function channelUpdates(incoming: Incoming): BinaryNode[] {
  const { stanza, transaction } = incoming;
  const channel = open(incoming, stanza.attrs.to ?? "");
  const count = Math.min(Number(child(stanza, "message_updates")?.attrs.count ?? MOST_POSTS), MOST_POSTS);
  const messages = shownPosts(incoming, channel)
    .slice(0, count)
    .reverse()
    .map((post) => node("message", { server_id: post.serverId }, counts(incoming, channel, post)));
  const at = seconds(transaction.now);
  return [node("message_updates", {}, [node("messages", { jid: channel.id, t: at }, messages)])];
}

/** Answers a client that subscribes to views and reactions. */
export function liveUpdates(): BinaryNode[] {
  return [node("live_updates", { duration: LIVE_SECONDS })];
}

/** Accepts notices, in the format of either kind of client. */
export function acceptNotices({ transaction, owner, stanza }: Incoming): void {
  for (const { attrs } of noticesIn(stanza)) if (attrs.id) transaction.store.notices.accept(owner.phone, attrs.id);
}

function noticesIn(stanza: BinaryNode): BinaryNode[] {
  return children(child(stanza, "request") ?? stanza, "notice");
}

/** Returns the channel with this ID. @throws IqError if the channel can't be used. */
function open({ transaction }: Incoming, id: string): Channel {
  try {
    return openChannel(transaction, id);
  } catch (error) {
    throw error instanceof ChannelError ? new IqError(error.code, error.message) : error;
  }
}

/** Returns a channel's visible posts, newest first. */
function shownPosts({ transaction }: Incoming, { id }: Channel): ChannelPost[] {
  return transaction.store.posts.list(id).filter(({ isShown, isDeleted }) => isShown && !isDeleted);
}

function counts({ transaction }: Incoming, { id }: Channel, { serverId, views }: ChannelPost): BinaryNode[] {
  const reactions = transaction.store.channelReactions
    .counts(id, serverId)
    .map(({ emoji, count }) => node("reaction", { code: emoji, count }));
  return [node("views_count", { count: views }), ...(reactions.length > 0 ? [node("reactions", {}, reactions)] : [])];
}
