import * as z from "zod";
import { ChannelPost } from "../../../core/contracts/channels/channel-post.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { readInstance } from "../../../core/operations/access/read-instance.ts";
import { readPosts } from "../../../core/operations/channels/read-posts.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { queryInteger } from "../query-types.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChannelParams } from "./channel-params.ts";

/** GET /v1/instances/{id}/channels/{channel}/messages: fetches the posts from the network. Spec: channels. */
export const listPosts = route("channels.messages", {
  summary: "List the newest posts of a channel",
  params: ChannelParams,
  query: z.object({ limit: queryInteger("limit", 1, LIMITS.channelPostsMax).optional() }),
  responses: {
    200: {
      description: "The posts, newest first. Long posts can mean fewer results than requested",
      schema: z.array(ChannelPost),
    },
  },
  errors: ["instance_not_found", "channel_not_found", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, query }) {
    const instance = await readInstance(deps, caller, params.id);
    return reply(200, await readPosts(deps, instance, params.channel, query.limit ?? LIMITS.channelPostsDefault));
  },
});
