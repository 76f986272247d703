import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, node, seconds } from "../../format/nodes.ts";
import type { Channel } from "../../store/channels-table.ts";
import { channelMetadata } from "../../world/channels/channel-metadata.ts";
import { createChannel } from "../../world/channels/create-channel.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError } from "./iq-answer.ts";
import type { MexHandler, MexQuery, MexVariables } from "./mex-query.ts";

/** A client gets live updates for this long. */
const LIVE_SECONDS = 300;

/** Questions about channels in the newer format, by the number of the query. */
export const CHANNEL_QUERIES: Readonly<Record<string, MexQuery>> = {
  "8823471724422422": { path: "xwa2_newsletter_create", answer: create },
  "6563316087068696": { path: "xwa2_newsletter", answer: metadata },
  "24404358912487870": {
    path: "xwa2_newsletter_join_v2",
    answer: on(({ transaction, owner }, { id }) => transaction.store.followers.follow(id, owner.phone)),
  },
  "9767147403369991": {
    path: "xwa2_newsletter_leave_v2",
    answer: on(({ transaction, owner }, { id }) => transaction.store.followers.unfollow(id, owner.phone)),
  },
  "29766401636284406": {
    path: "xwa2_newsletter_mute_v2",
    answer: on(({ transaction, owner }, { id }) => transaction.store.followers.mute(id, owner.phone, true)),
  },
  "9864994326891137": {
    path: "xwa2_newsletter_unmute_v2",
    answer: on(({ transaction, owner }, { id }) => transaction.store.followers.mute(id, owner.phone, false)),
  },
  "24250201037901610": { path: "xwa2_newsletter_update", answer: update },
  "9783111038412085": {
    path: "xwa2_newsletter_subscribers",
    answer: (incoming, variables) => ({
      subscribers: incoming.transaction.store.followers.of(channelOf(incoming, variables).id).length,
    }),
  },
  "7130823597031706": { path: "xwa2_newsletter_admin", answer: () => ({ admin_count: 1 }) },
  "30062808666639665": {
    path: "xwa2_newsletter_delete_v2",
    answer: on((incoming, channel) => {
      requireOwner(incoming, channel);
      incoming.transaction.store.channels.remove(channel.id);
    }),
  },
};

/** The posts of a channel, newest last. */
export function channelPosts({ transaction, stanza }: Incoming): BinaryNode[] {
  const asked = child(stanza, "message_updates");
  const posts = transaction.store.posts.list(stanza.attrs.to ?? "", Number(asked?.attrs.count ?? 50));
  const messages = posts
    .reverse()
    .map(({ serverId, id, content, at }) =>
      node("message", { server_id: serverId, id, t: seconds(at), type: "text" }, [node("plaintext", {}, content)]),
    );
  return [node("message_updates", { jid: stanza.attrs.to, t: seconds(transaction.now) }, messages)];
}

/** Subscribes a client to views and reactions. */
export function liveUpdates(): BinaryNode[] {
  return [node("live_updates", { duration: LIVE_SECONDS })];
}

function create({ transaction, owner }: Incoming, { input }: MexVariables) {
  const name = textIn(input, "name");
  if (!name) throw new IqError(400, "bad-request");
  return channelMetadata(
    transaction,
    createChannel(transaction, owner, name, textIn(input, "description") ?? ""),
    owner,
  );
}

function metadata({ transaction, owner }: Incoming, { input }: MexVariables) {
  const key = textIn(input, "key") ?? "";
  const { channels } = transaction.store;
  const channel = textIn(input, "type") === "INVITE" ? channels.byInvite(key) : channels.find(key);
  if (!channel) throw new IqError(404, "Not Found");
  return channelMetadata(transaction, channel, owner);
}

function update(incoming: Incoming, variables: MexVariables) {
  const channel = channelOf(incoming, variables);
  requireOwner(incoming, channel);
  const { updates } = variables;
  const changed = {
    ...channel,
    name: textIn(updates, "name") ?? channel.name,
    description: textIn(updates, "description") ?? channel.description,
  };
  incoming.transaction.store.channels.put(changed);
  return channelMetadata(incoming.transaction, changed, incoming.owner);
}

/** Makes a handler that changes a channel and answers with its address. */
function on(act: (incoming: Incoming, channel: Channel) => void): MexHandler {
  return (incoming, variables) => {
    const channel = channelOf(incoming, variables);
    act(incoming, channel);
    return { id: channel.id };
  };
}

function channelOf({ transaction }: Incoming, variables: MexVariables): Channel {
  const channel = transaction.store.channels.find(textIn(variables, "newsletter_id") ?? "");
  if (!channel) throw new IqError(404, "Not Found");
  return channel;
}

function requireOwner({ owner }: Incoming, channel: Channel): void {
  if (channel.owner !== owner.phone) throw new IqError(403, "Forbidden");
}

function textIn(holder: unknown, name: string): string | null {
  if (typeof holder !== "object" || holder === null) return null;
  const value = new Map<string, unknown>(Object.entries(holder)).get(name);
  return typeof value === "string" ? value : null;
}
