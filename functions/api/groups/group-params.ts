import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path parameters of a group. */
export const GroupParams = InstanceParams.extend({
  group: pathText(LIMITS.chatIdMaxChars, "group_not_found").meta({
    description: "The group's id, which is its chat_id",
    example: "120363000000000001@g.us",
  }),
});
