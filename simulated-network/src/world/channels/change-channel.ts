import { randomInt } from "node:crypto";
import type { Channel, ChannelState } from "../../store/channels/channels-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/** Changes to a channel. Omitted fields stay unchanged. */
export interface ChannelChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** The new picture, a JPEG, or null to remove the picture. */
  readonly picture?: Buffer | null | undefined;
  readonly state?: ChannelState | undefined;
}

/** Changes a channel. @returns its new state. */
export function changeChannel(
  world: World,
  transaction: Transaction,
  channel: Channel,
  { name, description, picture, state }: ChannelChanges,
): Channel {
  const changed = {
    ...channel,
    name: name ?? channel.name,
    description: description ?? channel.description,
    state: state ?? channel.state,
  };
  transaction.store.channels.put(changed);
  if (picture !== undefined) setPicture(world, transaction, channel.id, picture);
  return changed;
}

function setPicture(world: World, transaction: Transaction, id: string, picture: Buffer | null): void {
  const stored = picture && {
    id: String(randomInt(1_000_000_000, 2_000_000_000)),
    directPath: world.media.store(picture).directPath,
  };
  transaction.store.profiles.setPicture(id, stored);
}
