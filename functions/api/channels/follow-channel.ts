import { readInstance } from "../../../core/operations/access/read-instance.ts";
import {
  followChannel as follow,
  unfollowChannel as unfollow,
} from "../../../core/operations/channels/change-following.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChannelParams } from "./channel-params.ts";

/** PUT /v1/instances/{id}/channels/{channel}/follow: follows a channel, at most twenty times a day. Spec: channels. */
export const followChannel = route("channels.follow", {
  summary: "Follow a channel",
  params: ChannelParams,
  responses: { 204: { description: "The instance now follows the channel" } },
  errors: ["instance_not_found", "channel_not_found", "limit_reached", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    await follow(deps, instance, params.channel);
    return reply(204);
  },
});

/** DELETE /v1/instances/{id}/channels/{channel}/follow. Spec: channels. */
export const unfollowChannel = route("channels.unfollow", {
  summary: "Unfollow a channel",
  params: ChannelParams,
  responses: { 204: { description: "The instance no longer follows the channel" } },
  errors: ["instance_not_found", "channel_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    const instance = await readInstance(deps, caller, params.id);
    await unfollow(deps, instance, params.channel);
    return reply(204);
  },
});
