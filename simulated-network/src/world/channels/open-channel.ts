import type { Channel, ChannelState } from "../../store/channels/channels-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { ChannelError, type ChannelRefusal } from "./channel-error.ts";

const REFUSAL_OF_STATE: Readonly<Record<Exclude<ChannelState, "ACTIVE">, ChannelRefusal>> = {
  SUSPENDED: "suspended",
  GEOSUSPENDED: "geosuspended",
  DELETED: "not_found",
};

/**
 * Returns the channel with this address. @throws ChannelError not_found, suspended, geosuspended if the channel can't
 * be used.
 */
export function openChannel(transaction: Transaction, id: string): Channel {
  const channel = transaction.store.channels.find(id);
  if (!channel) throw new ChannelError("not_found");
  if (channel.state !== "ACTIVE") throw new ChannelError(REFUSAL_OF_STATE[channel.state]);
  return channel;
}
