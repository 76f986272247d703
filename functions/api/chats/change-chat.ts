import { ChangeChatBody } from "../../../core/contracts/chats/change-chat.ts";
import { Chat } from "../../../core/contracts/chats/chat.ts";
import { checkChatChange } from "../../../core/domain/chats/asked-change.ts";
import { changeChat as change } from "../../../core/operations/chats/change-chat.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { presentChat } from "../../../core/operations/chats/present-chat.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { ChatParams } from "./chat-params.ts";

/** PATCH /v1/instances/{id}/chats/{chat}: changes only the fields that were sent, on the phone too. */
export const changeChat = route("chats.change", {
  summary: "Archive, pin, mute or mark a chat, or say who answers it",
  params: ChatParams,
  body: ChangeChatBody,
  responses: {
    200: { description: "The chat as it is now. If a part fails the error says what was changed", schema: Chat },
  },
  errors: ["instance_not_found", "chat_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body, now }) {
    const found = await findChat(deps, caller, params.id, params.chat);
    const asked = checkChatChange(body, now);
    if ("errors" in asked) throw validationError(asked.errors);
    const chat = await change(deps, found, asked.change, body.handled_by);
    return reply(200, await presentChat(deps, caller.account_id, chat, deps.clock.now()));
  },
});
