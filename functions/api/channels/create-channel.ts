import { CreateChannelBody } from "../../../core/contracts/channels/change-channel.ts";
import { Channel } from "../../../core/contracts/channels/channel.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { createChannel as create } from "../../../core/operations/channels/create-channel.ts";
import { presentChannel } from "../../../core/operations/channels/present-channel.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { checkedPicture } from "./checked-picture.ts";

/** POST /v1/instances/{id}/channels: creates a channel, at most twice a day. Spec: channels. */
export const createChannel = route("channels.create", {
  summary: "Create a channel",
  params: InstanceParams,
  body: CreateChannelBody,
  responses: { 201: { description: "The channel", schema: Channel } },
  errors: ["instance_not_found", "limit_reached", ...SESSION_REFUSALS],
  async handle({ body, params, ...context }) {
    const { caller, deps } = context;
    const instance = await readInstance(deps, caller, params.id);
    const picture = body.picture ? checkedPicture(context, instance.id, body.picture) : null;
    const made = await create(deps, instance, { name: body.name, description: body.description || null, picture });
    return reply(201, await presentChannel(deps, made.sk, made));
  },
});
