import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { deleteChannel as remove } from "../../../core/operations/channels/change-channel.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChannelParams } from "./channel-params.ts";

/** DELETE /v1/instances/{id}/channels/{channel}: deletes the channel for everyone. Spec: channels. */
export const deleteChannel = route("channels.delete", {
  summary: "Delete a channel that the instance owns",
  params: ChannelParams,
  responses: { 204: { description: "Deleted. Its posts remain in the instance's messages" } },
  errors: ["instance_not_found", "channel_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    await remove(deps, instance, params.channel);
    return reply(204);
  },
});
