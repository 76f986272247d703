import { proto } from "@whiskeysockets/baileys";
import { post } from "../../../delivery/post.ts";
import type { DeviceAddress } from "../../../format/addresses.ts";
import { node, seconds } from "../../../format/nodes.ts";
import type { Channel } from "../../../store/channels-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import type { World } from "../../world.ts";
import { applyMessage } from "../arriving/apply-message.ts";

/** A new post of a channel, from its author's device. */
export interface NewPost {
  readonly id: string;
  readonly type: string | undefined;
  readonly edit: string | undefined;
  /** An encoded protobuf, not encrypted. */
  readonly content: Buffer;
  readonly author: DeviceAddress;
}

/** Brings a post to the phones and linked devices of all followers. @returns its number in the channel. */
export async function postToChannel(
  world: World,
  transaction: Transaction,
  channel: Channel,
  written: NewPost,
): Promise<number> {
  const { id, type, edit, content, author } = written;
  const { serverId, isNew } = transaction.store.posts.add(channel.id, id, content, transaction.now);
  if (!isNew) return serverId;
  const attributes = { from: channel.id, id, server_id: serverId, t: seconds(transaction.now), type, edit };
  const stanza = node("message", attributes, [node("plaintext", {}, content)]);
  for (const phone of transaction.store.followers.of(channel.id)) {
    for (const device of transaction.store.devices.of(phone)) {
      const isAuthor = phone === author.phone && device.device === author.device;
      if (!isAuthor) post(world, transaction, device, stanza, { class: "message", type: "" });
    }
    const follower = transaction.store.people.byPhone(phone);
    if (!follower || (phone === author.phone && author.device === 0)) continue;
    const arrival = { id, chatId: channel.id, author, form: "pn", at: transaction.now, peer: false } as const;
    await applyMessage(world, transaction, follower, arrival, proto.Message.decode(content));
  }
  return serverId;
}
