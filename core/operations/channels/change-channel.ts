import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireDone } from "../commands/run-command.ts";
import { readChannel } from "./read-channels.ts";
import type { StoredChannel } from "./store-channel.ts";
import { type GivenPicture, storeGivenPicture } from "./store-given-picture.ts";

/** A change to a channel. Omitted fields stay unchanged; null removes the `description` or `picture`. */
export interface ChannelChange {
  name?: string | undefined;
  description?: string | null | undefined;
  picture?: GivenPicture | null | undefined;
}

/**
 * Changes a channel on the network, completely or not at all. @returns the changed channel.
 * @throws ApiError `channel_not_found`, `conflict` if the channel belongs to someone else, or an error from
 * `requireDone`.
 */
export async function changeChannel(
  deps: LaneDeps & { media: Pick<MediaStore, "put"> },
  instance: InstanceRecord,
  id: string,
  { name, description, picture }: ChannelChange,
): Promise<StoredChannel> {
  const channel = await readOwnChannel(deps, instance, id);
  if (name === undefined && description === undefined && picture === undefined) return channel;
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(picture !== undefined && { picture: await storeGivenPicture(deps, picture) }),
  };
  await requireDone(deps, instance, { kind: "change_channel", channel: id, change });
  return readChannel(deps.table, instance, id);
}

/**
 * Deletes a channel for everyone. Its posts can still be read through the API. @throws ApiError like `changeChannel`.
 */
export async function deleteChannel(deps: LaneDeps, instance: InstanceRecord, id: string): Promise<void> {
  await readOwnChannel(deps, instance, id);
  await requireDone(deps, instance, { kind: "delete_channel", channel: id });
}

const NOT_OURS = "Only the owner or an admin of the channel can do this.";

async function readOwnChannel(deps: LaneDeps, instance: InstanceRecord, id: string): Promise<StoredChannel> {
  const channel = await readChannel(deps.table, instance, id);
  if (instance.status !== "working") throw new ApiError("not_connected");
  if (channel.role === "owner" || channel.role === "admin") return channel;
  throw new ApiError("conflict", { message: NOT_OURS });
}
