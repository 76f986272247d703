import { Channel } from "../../../core/contracts/channels/channel.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentChannel } from "../../../core/operations/channels/present-channel.ts";
import { readChannel } from "../../../core/operations/channels/read-channels.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChannelParams } from "./channel-params.ts";

/** GET /v1/instances/{id}/channels/{channel}: returns the channel as last fetched from the network. Spec: channels. */
export const getChannel = route("channels.get", {
  summary: "Get a channel",
  params: ChannelParams,
  responses: { 200: { description: "The channel", schema: Channel } },
  errors: ["instance_not_found", "channel_not_found"],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    const channel = await readChannel(deps.table, instance, params.channel);
    return reply(200, await presentChannel(deps, channel.sk, channel));
  },
});
