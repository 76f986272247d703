import { type BinaryNode, proto } from "@whiskeysockets/baileys";
import { post } from "../../../delivery/post.ts";
import type { DeviceAddress } from "../../../format/addresses.ts";
import { node, seconds } from "../../../format/nodes.ts";
import type { Channel } from "../../../store/channels/channels-table.ts";
import type { ChannelPost, NewChannelPost } from "../../../store/channels/posts-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { World } from "../../world.ts";
import { applyMessage } from "../arriving/apply-message.ts";

/** A new channel post, with the device that sent it. */
export interface NewPost extends Omit<NewChannelPost, "at"> {
  readonly author: DeviceAddress;
}

/** A device's change to a post. `content` is the new content, or null to delete the post. */
export interface PostChange {
  readonly content: Buffer | null;
  readonly author: DeviceAddress;
}

/** The network's numbers for changes to a post. Anyone who may write in the channel can make them. */
export const POST_EDIT = { edit: "3", deletion: "8" } as const;

/** Delivers a post to the phones and linked devices of all followers. @returns the post's number in the channel. */
export async function postToChannel(
  world: World,
  transaction: Transaction,
  channel: Channel,
  { author, ...written }: NewPost,
): Promise<number> {
  const at = transaction.now;
  const { serverId, isNew } = transaction.store.posts.add(channel.id, author.phone, { ...written, at });
  if (!isNew || !written.isShown) return serverId;
  const { id, type, content, mediatype } = written;
  const attributes = { from: channel.id, id, server_id: serverId, t: seconds(at), type };
  const stanza = node("message", attributes, [node("plaintext", { mediatype: mediatype ?? undefined }, content)]);
  tellDevices(world, transaction, channel, author, stanza);
  for (const phone of transaction.store.followers.of(channel.id)) {
    const follower = transaction.store.people.byPhone(phone);
    if (!follower || (phone === author.phone && author.device === 0)) continue;
    const arrival = { id, chatId: channel.id, author, form: "pn", at, peer: false } as const;
    await applyMessage(world, transaction, follower, arrival, proto.Message.decode(content));
  }
  return serverId;
}

/** Changes or deletes a post on the phones and linked devices of all followers. */
export function changePost(
  world: World,
  transaction: Transaction,
  channel: Channel,
  changed: ChannelPost,
  { content, author }: PostChange,
): void {
  const { posts, messages, followers } = transaction.store;
  const { id, serverId } = changed;
  if (content) posts.edit(channel.id, serverId, content, transaction.now);
  else posts.markDeleted(channel.id, serverId);
  if (!changed.isShown) return;
  for (const phone of followers.of(channel.id)) {
    if (content) messages.replaceContent(phone, id, content);
    else messages.markDeleted(phone, id);
  }
  const edit = content ? POST_EDIT.edit : POST_EDIT.deletion;
  const attributes = {
    from: channel.id,
    id,
    server_id: serverId,
    t: seconds(transaction.now),
    type: changed.type,
    edit,
  };
  const stanza = node("message", attributes, [node("plaintext", {}, content ?? Buffer.alloc(0))]);
  tellDevices(world, transaction, channel, author, stanza);
}

/** Sends a stanza to the linked devices of all followers, except the author's device. */
function tellDevices(
  world: World,
  transaction: Transaction,
  channel: Channel,
  author: DeviceAddress,
  stanza: BinaryNode,
): void {
  for (const phone of transaction.store.followers.of(channel.id)) {
    for (const device of transaction.store.devices.of(phone)) {
      const isAuthor = phone === author.phone && device.device === author.device;
      if (!isAuthor) post(world, transaction, device, stanza, { class: "message", type: "" });
    }
  }
}
