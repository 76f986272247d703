import { pathText } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path parameters of a chat. The chat is identified by a phone number or an id, which is then looked up. */
export const ChatParams = InstanceParams.extend({
  chat: pathText(LIMITS.chatIdMaxChars, "chat_not_found").meta({
    description: "The person's phone (country code and digits), or a chat_id from a message or an event",
    example: "5511999990001",
  }),
});
