import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { channelRecords } from "../../records/chats/channel.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireDone } from "../commands/run-command.ts";
import { requireChannelId } from "./read-channels.ts";

/**
 * Follows a channel, even if nothing is stored about it yet. If the channel is already followed, nothing is sent to the
 * network.
 * @throws ApiError `channel_not_found`, `limit_reached`, or an error from `requireDone`.
 */
export async function followChannel(deps: LaneDeps, instance: InstanceRecord, id: string): Promise<void> {
  requireChannelId(id);
  const stored = await channelRecords.read(deps.table, instance.id, id);
  if (stored?.role !== undefined) return;
  await requireDone(deps, instance, { kind: "follow_channel", channel: id });
}

const OURS = "The instance owns this channel. Delete the channel instead.";

/**
 * Unfollows a channel. Repeating the request has no effect.
 * @throws ApiError `conflict` if the channel is the number's own, `channel_not_found`, or an error from `requireDone`.
 */
export async function unfollowChannel(deps: LaneDeps, instance: InstanceRecord, id: string): Promise<void> {
  requireChannelId(id);
  const stored = await channelRecords.read(deps.table, instance.id, id);
  if (stored?.role === "owner") throw new ApiError("conflict", { message: OURS });
  if (stored?.title !== undefined && stored.role === undefined) return;
  await requireDone(deps, instance, { kind: "unfollow_channel", channel: id });
}
