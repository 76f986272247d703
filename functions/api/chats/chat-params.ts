import { LIMITS } from "../../../core/contracts/limits.ts";
import { text } from "../../../core/contracts/text.ts";
import { InstanceParams } from "../instances/instance-params.ts";

/** The path of one chat: by its phone or its id, which is looked up. */
export const ChatParams = InstanceParams.extend({
  // The sentence of a path id's schema is an error code: contracts/ids.ts.
  chat: text(LIMITS.chatIdMaxChars, "chat_not_found").meta({
    description: "The person's phone (country code and digits), or a chat_id as messages and events carry it",
    example: "5511999990001",
  }),
});
