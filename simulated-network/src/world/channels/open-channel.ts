import type { Channel, ChannelState } from "../../store/channels/channels-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { ChannelError, type ChannelRefusal } from "./channel-error.ts";

const REFUSAL_OF_STATE: Readonly<Record<Exclude<ChannelState, "ACTIVE">, ChannelRefusal>> = {
  SUSPENDED: "suspended",
  GEOSUSPENDED: "geosuspended",
  DELETED: "not_found",
};

/** The channel with this address, if it can be used. @throws ChannelError not_found, suspended, geosuspended. */
export function openChannel(transaction: Transaction, id: string): Channel {
  const channel = transaction.store.channels.find(id);
  if (!channel) throw new ChannelError("not_found");
  if (channel.state !== "ACTIVE") throw new ChannelError(REFUSAL_OF_STATE[channel.state]);
  return channel;
}
