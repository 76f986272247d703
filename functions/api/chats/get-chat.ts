import { Chat } from "../../../core/contracts/chats/chat.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { presentChat } from "../../../core/operations/chats/present-chat.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChatParams } from "./chat-params.ts";

/** GET /v1/instances/{id}/chats/{chat}: works even while the number is disconnected. */
export const getChat = route("chats.get", {
  summary: "Get a chat",
  params: ChatParams,
  responses: { 200: { description: "The chat. A deleted chat has no last message", schema: Chat } },
  errors: ["instance_not_found", "chat_not_found"],
  async handle({ caller, deps, params, now }) {
    const { chat } = await findChat(deps, caller, params.id, params.chat);
    return reply(200, await presentChat(deps, caller.account_id, chat, now));
  },
});
