import { LIMITS } from "../../../core/contracts/limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path of one contact. */
export const ContactParams = InstanceParams.extend({
  contact: text(LIMITS.chatIdMaxChars, "not_found").meta({
    description: "Their phone's digits, their private id (…@lid), or the id of the chat with them",
    example: "5511999990001",
  }),
});
