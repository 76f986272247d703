import type { ChannelFields } from "../../domain/channels/channel.ts";
import { channelCode } from "../../domain/channels/channel-code.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { requireResult } from "../commands/run-command.ts";

/**
 * Returns the channel that an invite link leads to, as the network currently shows it. Stores nothing.
 * @param invite the link, or the code in it. @throws ApiError `channel_not_found`, or an error from `requireResult`.
 */
export async function previewChannel(
  deps: LaneDeps,
  instance: InstanceRecord,
  invite: string,
): Promise<{ id: string; fields: ChannelFields }> {
  const code = channelCode(invite);
  if (code === null) throw new ApiError("channel_not_found");
  return requireResult<"preview_channel">(deps, instance, { kind: "preview_channel", channel: null, invite: code });
}
