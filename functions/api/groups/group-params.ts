import { LIMITS } from "../../../core/contracts/limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path of one group. */
export const GroupParams = InstanceParams.extend({
  group: text(LIMITS.chatIdMaxChars, "group_not_found").meta({
    description: "The group's id, which is its chat_id",
    example: "120363000000000001@g.us",
  }),
});
