import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path parameters of a channel. Whether the channel exists is determined later, when it is looked up. */
export const ChannelParams = InstanceParams.extend({
  channel: pathText(LIMITS.chatIdMaxChars, "channel_not_found").meta({
    description: "The channel's id",
    example: "120363000000000001@newsletter",
  }),
});
