import * as z from "zod";
import { Channel } from "../../../core/contracts/channels/channel.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { presentChannel } from "../../../core/operations/channels/present-channel.ts";
import { listChannels as list } from "../../../core/operations/channels/read-channels.ts";
import { InstanceParams } from "../instances/instance-params.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/instances/{id}/channels: returns the whole list, without pages. Spec: channels; Pagination styles. */
export const listChannels = route("channels.list", {
  summary: "List the channels that the instance owns or follows",
  params: InstanceParams,
  responses: {
    200: {
      description: "The channels as last fetched from the network: owned channels first, then by name",
      schema: z.array(Channel),
    },
  },
  errors: ["instance_not_found", "unavailable"],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    const channels = await list(deps.table, instance);
    return reply(200, await Promise.all(channels.map((channel) => presentChannel(deps, channel.sk, channel))));
  },
});
