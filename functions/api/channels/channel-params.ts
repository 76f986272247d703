import { LIMITS } from "../../../core/contracts/limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path of one channel, which is looked up. */
export const ChannelParams = InstanceParams.extend({
  // The sentence of a path id's schema is an error code: contracts/ids.ts.
  channel: text(LIMITS.chatIdMaxChars, "channel_not_found").meta({
    description: "The channel's id",
    example: "120363000000000001@newsletter",
  }),
});
