import { ChangeChannelBody } from "../../../core/contracts/channels/change-channel.ts";
import { Channel } from "../../../core/contracts/channels/channel.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { changeChannel } from "../../../core/operations/channels/change-channel.ts";
import { presentChannel } from "../../../core/operations/channels/present-channel.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChannelParams } from "./channel-params.ts";
import { checkedPicture } from "./checked-picture.ts";

/**
 * PATCH /v1/instances/{id}/channels/{channel}: changes only the fields present in the request, either all of them or
 * none. Spec: channels.
 */
export const updateChannel = route("channels.update", {
  summary: "Change a channel that the instance owns",
  params: ChannelParams,
  body: ChangeChannelBody,
  responses: { 200: { description: "The updated channel", schema: Channel } },
  errors: ["instance_not_found", "channel_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ body, params, ...context }) {
    const { caller, deps } = context;
    const instance = await readInstance(deps, caller, params.id);
    const picture = body.picture && checkedPicture(context, instance.id, body.picture);
    const { name, description } = body;
    const change = { name, description: description === "" ? null : description, picture };
    const changed = await changeChannel(deps, instance, params.channel, change);
    return reply(200, await presentChannel(deps, changed.sk, changed));
  },
});
