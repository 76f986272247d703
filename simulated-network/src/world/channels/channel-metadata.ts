import { seconds } from "../../format/nodes.ts";
import type { Channel } from "../../store/channels/channels-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { channelRole } from "./channel-role.ts";

/** Returns a channel's data as everyone sees it. `picture` is null if the channel has no picture. */
export function channelMetadata(world: World, transaction: Transaction, channel: Channel) {
  const { id, name, description, invite, createdAt, state } = channel;
  const written = (text: string) => ({ id: String(seconds(createdAt)), text, update_time: String(seconds(createdAt)) });
  const picture = transaction.store.profiles.picture(id);
  const shown = (type: "IMAGE" | "PREVIEW") =>
    picture && {
      id: picture.id,
      type,
      direct_path: picture.directPath,
      url: `https://${world.media.host}${picture.directPath}`,
    };
  return {
    id,
    state: { type: state },
    thread_metadata: {
      creation_time: String(seconds(createdAt)),
      name: written(name),
      description: written(description),
      invite,
      handle: null,
      picture: shown("IMAGE"),
      preview: shown("PREVIEW"),
      settings: { reaction_codes: { value: "ALL" } },
      subscribers_count: String(transaction.store.followers.of(id).length),
      verification: "UNVERIFIED",
    },
  };
}

/** One person's own data about the channel, sent beside the metadata. */
export function viewerMetadata(transaction: Transaction, channel: Channel, viewer: Person) {
  const mute = transaction.store.followers.isMuted(channel.id, viewer.phone) ? "ON" : "OFF";
  return {
    mute,
    role: channelRole(transaction, channel, viewer.phone),
    settings: [
      { type: "MUTE_ADMIN_ACTIVITY", value: mute },
      { type: "MUTE_FOLLOWER_ACTIVITY", value: mute },
    ],
  };
}
