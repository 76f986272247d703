import { randomBytes, randomInt } from "node:crypto";
import { CHANNEL_SERVER } from "../../format/addresses.ts";
import type { Channel } from "../../store/channels/channels-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/** Creates a channel. Its owner also becomes a follower. */
export function createChannel(transaction: Transaction, owner: Person, name: string, description: string): Channel {
  const channel: Channel = {
    id: `120363${randomInt(10 ** 11, 10 ** 12)}@${CHANNEL_SERVER}`,
    name,
    description,
    owner: owner.phone,
    invite: randomBytes(12).toString("base64url"),
    createdAt: transaction.now,
    state: "ACTIVE",
  };
  transaction.store.channels.put(channel);
  transaction.store.followers.follow(channel.id, owner.phone);
  return channel;
}
