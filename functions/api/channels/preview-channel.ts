import { ChannelQuery } from "../../../core/contracts/channels/change-channel.ts";
import { Channel } from "../../../core/contracts/channels/channel.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { previewChannel as preview } from "../../../core/operations/channels/find-invited-channel.ts";
import { presentChannel } from "../../../core/operations/channels/present-channel.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/channels/preview: fetches the preview from the network. Spec: channels. */
export const previewChannel = route("channels.preview", {
  summary: "Preview a channel from its link",
  params: InstanceParams,
  query: ChannelQuery,
  responses: { 200: { description: "The updated channel", schema: Channel } },
  errors: ["instance_not_found", "channel_not_found", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, query }) {
    const instance = await readInstance(deps, caller, params.id);
    const { id, fields } = await preview(deps, instance, query.invite);
    return reply(200, await presentChannel(deps, id, fields));
  },
});
