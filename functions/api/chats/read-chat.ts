import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { markAllRead } from "../../../core/operations/chats/mark-all-read.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChatParams } from "./chat-params.ts";

/**
 * POST /v1/instances/{id}/chats/{chat}/read: marks the chat as read in the gateway and on the phone, and sends read
 * receipts to the senders of its last unread messages.
 */
export const readChat = route("chats.read", {
  summary: "Mark all messages of a chat as read",
  params: ChatParams,
  responses: { 204: { description: "Read" } },
  errors: ["instance_not_found", "chat_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    await markAllRead(deps, await findChat(deps, caller, params.id, params.chat));
    return reply(204);
  },
});
