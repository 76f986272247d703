import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path parameters of a contact. */
export const ContactParams = InstanceParams.extend({
  contact: pathText(LIMITS.chatIdMaxChars, "not_found").meta({
    description: "The digits of the person's phone, their private id (…@lid), or the id of the chat with them",
    example: "5511999990001",
  }),
});
