import { seconds } from "../../format/nodes.ts";
import type { Channel } from "../../store/channels-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** A channel as the network describes it to one of its users. It never has a picture. */
export function channelMetadata(transaction: Transaction, channel: Channel, viewer: Person) {
  const { id, name, description, invite, createdAt } = channel;
  const followers = transaction.store.followers.of(id);
  const written = (text: string) => ({ id: String(seconds(createdAt)), text, update_time: String(seconds(createdAt)) });
  const role = channel.owner === viewer.phone ? "OWNER" : followers.includes(viewer.phone) ? "SUBSCRIBER" : "GUEST";
  return {
    id,
    state: { type: "ACTIVE" },
    thread_metadata: {
      creation_time: String(seconds(createdAt)),
      name: written(name),
      description: written(description),
      invite,
      handle: null,
      picture: null,
      preview: null,
      settings: { reaction_codes: { value: "ALL" } },
      subscribers_count: String(followers.length),
      verification: "UNVERIFIED",
    },
    viewer_metadata: { mute: transaction.store.followers.isMuted(id, viewer.phone) ? "ON" : "OFF", role },
  };
}
