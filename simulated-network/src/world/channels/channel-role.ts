import type { Channel } from "../../store/channels/channels-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { ChannelError } from "./channel-error.ts";

/** A person's role in a channel, as the network names it. */
export type ChannelRole = "OWNER" | "ADMIN" | "SUBSCRIBER" | "GUEST";

/** Returns a person's role in a channel. */
export function channelRole({ store }: Transaction, channel: Channel, phone: string): ChannelRole {
  if (channel.owner === phone) return "OWNER";
  if (store.channelAdmins.of(channel.id).includes(phone)) return "ADMIN";
  return store.followers.of(channel.id).includes(phone) ? "SUBSCRIBER" : "GUEST";
}

/** Whether a person may post in the channel. */
export function mayPost(transaction: Transaction, channel: Channel, phone: string): boolean {
  return ["OWNER", "ADMIN"].includes(channelRole(transaction, channel, phone));
}

/** @throws ChannelError not_allowed if the person may not post in the channel. */
export function requireMayPost(transaction: Transaction, channel: Channel, phone: string): void {
  if (!mayPost(transaction, channel, phone)) throw new ChannelError("not_allowed");
}

/** @throws ChannelError not_allowed if the person doesn't own the channel. */
export function requireOwner(channel: Channel, phone: string): void {
  if (channel.owner !== phone) throw new ChannelError("not_allowed");
}
