import { randomBytes, randomInt } from "node:crypto";
import type { Channel } from "../../store/channels-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Turn } from "../../store/turns.ts";

/** The server part of a channel's address. */
export const CHANNEL_SERVER = "newsletter";

/** Somebody makes a channel, and follows it. */
export function createChannel(turn: Turn, owner: Person, name: string, description: string): Channel {
  const channel: Channel = {
    id: `120363${randomInt(10 ** 11, 10 ** 12)}@${CHANNEL_SERVER}`,
    name,
    description,
    owner: owner.phone,
    invite: randomBytes(12).toString("base64url"),
    createdAt: turn.now,
  };
  turn.store.channels.put(channel);
  turn.store.followers.follow(channel.id, owner.phone);
  return channel;
}
