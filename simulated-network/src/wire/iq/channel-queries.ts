import { personAddress } from "../../format/addresses.ts";
import { seconds } from "../../format/nodes.ts";
import type { Channel } from "../../store/channels/channels-table.ts";
import { changeChannel } from "../../world/channels/change-channel.ts";
import { ChannelError } from "../../world/channels/channel-error.ts";
import { channelMetadata, viewerMetadata } from "../../world/channels/channel-metadata.ts";
import { channelRole, requireMayPost, requireOwner } from "../../world/channels/channel-role.ts";
import { createChannel } from "../../world/channels/create-channel.ts";
import { openChannel } from "../../world/channels/open-channel.ts";
import { mayMakeChannels } from "../../world/channels/terms.ts";
import type { Incoming } from "../connection/incoming.ts";
import type { MexHandler, MexQuery, MexVariables } from "./mex-query.ts";

const CREATE: MexQuery = { path: "xwa2_newsletter_create", answer: create };

const METADATA: MexQuery = { path: "xwa2_newsletter", answer: metadata };

/** The metadata query with all variables that the current web client sends. The network requires them. */
const NEWER_METADATA: MexQuery = {
  ...METADATA,
  required: [
    "input",
    "fetch_viewer_metadata",
    "fetch_full_image",
    "fetch_creation_time",
    "fetch_wamo_sub",
    "fetch_status_metadata",
    "fetch_pinned_messages",
  ],
};

/** The queries about channels, by query number. Some have both an older and a newer number. */
export const CHANNEL_QUERIES: Readonly<Record<string, MexQuery>> = {
  "8823471724422422": CREATE,
  "25149874324715067": CREATE,
  "6563316087068696": METADATA,
  "27456920720571478": NEWER_METADATA,
  "35452404184358876": NEWER_METADATA,
  "25399611239711790": {
    path: "xwa2_newsletter_subscribed",
    answer: followed,
    required: ["fetch_wamo_sub", "fetch_status_metadata"],
  },
  "24404358912487870": {
    path: "xwa2_newsletter_join_v2",
    answer: on(({ transaction, owner }, { id }) => transaction.store.followers.follow(id, owner.phone)),
  },
  "9767147403369991": { path: "xwa2_newsletter_leave_v2", answer: on(leave) },
  "29766401636284406": { path: "xwa2_newsletter_mute_v2", answer: on(muting(true)) },
  "9864994326891137": { path: "xwa2_newsletter_unmute_v2", answer: on(muting(false)) },
  "24250201037901610": { path: "xwa2_newsletter_update", answer: update },
  "27472091235714801": { path: "xwa2_newsletter_followers", answer: followers },
  "9783111038412085": {
    path: "xwa2_newsletter_admin",
    answer: on(
      ({ transaction, owner }, channel) => requireMayPost(transaction, channel, owner.phone),
      () => ({ pending_admin_invites: [] }),
    ),
  },
  "7130823597031706": {
    path: "xwa2_newsletter_admin",
    answer: on(
      () => {},
      ({ transaction }, { id }) => ({ admin_count: 1 + transaction.store.channelAdmins.of(id).length }),
    ),
  },
  "30062808666639665": { path: "xwa2_newsletter_delete_v2", answer: on(remove) },
};

/** Creates a channel. As on the real network, the response doesn't contain the channel's picture. */
function create({ world, transaction, owner }: Incoming, { input }: MexVariables) {
  const name = textIn(input, "name");
  if (!name) throw new ChannelError("bad_request");
  if (!mayMakeChannels(transaction, owner.phone)) throw new ChannelError("notice");
  const channel = createChannel(transaction, owner, name, textIn(input, "description") ?? "");
  const made = channelMetadata(world, transaction, channel);
  const picture = textIn(input, "picture");
  if (picture) changeChannel(world, transaction, channel, { picture: Buffer.from(picture, "base64") });
  return { ...made, viewer_metadata: viewerMetadata(transaction, channel, owner) };
}

/** Returns a channel's metadata, or null if the channel does not exist or was deleted. */
function metadata({ world, transaction, owner }: Incoming, { input, fetch_viewer_metadata }: MexVariables) {
  const key = textIn(input, "key") ?? "";
  const { channels } = transaction.store;
  const channel = textIn(input, "type") === "INVITE" ? channels.byInvite(key) : channels.find(key);
  if (!channel || channel.state === "DELETED") return null;
  const viewer = fetch_viewer_metadata === true ? viewerMetadata(transaction, channel, owner) : null;
  return { ...channelMetadata(world, transaction, channel), viewer_metadata: viewer };
}

/** Returns the channels that the owner follows or owns, including any that have been deleted since. */
function followed({ world, transaction, owner }: Incoming) {
  return transaction.store.channels.followedBy(owner.phone).map((channel) => ({
    ...channelMetadata(world, transaction, channel),
    viewer_metadata: viewerMetadata(transaction, channel, owner),
  }));
}

function update(incoming: Incoming, variables: MexVariables) {
  const { world, transaction, owner } = incoming;
  const channel = channelIn(incoming, variables);
  requireMayPost(transaction, channel, owner.phone);
  const { updates } = variables;
  const picture = textIn(updates, "picture");
  const changed = changeChannel(world, transaction, channel, {
    name: textIn(updates, "name") ?? undefined,
    description: textIn(updates, "description") ?? undefined,
    ...(picture !== null && { picture: picture === "" ? null : Buffer.from(picture, "base64") }),
  });
  return channelMetadata(world, transaction, changed);
}

/** Returns a channel's followers. Only the channel's owner and admins may see them. */
function followers(incoming: Incoming, { input }: MexVariables) {
  const { transaction, owner } = incoming;
  const channel = openChannel(transaction, textIn(input, "newsletter_id") ?? "");
  requireMayPost(transaction, channel, owner.phone);
  const people = transaction.store.followers.of(channel.id).flatMap((phone) => {
    const person = transaction.store.people.byPhone(phone);
    return person ? [person] : [];
  });
  const edges = people.map((person) => ({
    role: channelRole(transaction, channel, person.phone),
    follow_time: String(seconds(channel.createdAt)),
    node: { id: personAddress(person, "lid"), display_name: person.name },
  }));
  return { followers: { edges } };
}

function leave({ transaction, owner }: Incoming, channel: Channel): void {
  if (channel.owner === owner.phone) throw new ChannelError("not_allowed");
  transaction.store.channelAdmins.remove(channel.id, owner.phone);
  transaction.store.followers.unfollow(channel.id, owner.phone);
}

function muting(muted: boolean) {
  return ({ transaction, owner }: Incoming, { id }: Channel) =>
    transaction.store.followers.mute(id, owner.phone, muted);
}

function remove({ world, transaction, owner }: Incoming, channel: Channel): void {
  requireOwner(channel, owner.phone);
  changeChannel(world, transaction, channel, { state: "DELETED" });
}

/** Creates a handler that acts on a channel and responds with the channel's ID and, optionally, further fields. */
function on(
  act: (incoming: Incoming, channel: Channel) => void,
  more: (incoming: Incoming, channel: Channel) => object = () => ({}),
): MexHandler {
  return (incoming, variables) => {
    const channel = channelIn(incoming, variables);
    act(incoming, channel);
    return { id: channel.id, ...more(incoming, channel) };
  };
}

/** Returns the channel whose ID is in the variables. @throws ChannelError as `openChannel` does. */
function channelIn({ transaction }: Incoming, variables: MexVariables): Channel {
  return openChannel(transaction, textIn(variables, "newsletter_id") ?? "");
}

function textIn(holder: unknown, name: string): string | null {
  if (typeof holder !== "object" || holder === null) return null;
  const value = new Map<string, unknown>(Object.entries(holder)).get(name);
  return typeof value === "string" ? value : null;
}
