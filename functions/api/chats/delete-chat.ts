import { deleteChat as remove } from "../../../core/operations/chats/delete-chat.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChatParams } from "./chat-params.ts";

/**
 * DELETE /v1/instances/{id}/chats/{chat}: also deletes the chat on the phone. A new message makes the chat reappear.
 */
export const deleteChat = route("chats.delete", {
  summary: "Delete a chat",
  params: ChatParams,
  responses: {
    204: { description: "Deleted. Its messages remain in GET /v1/messages for as long as any other messages" },
  },
  errors: ["instance_not_found", "chat_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params }) {
    await remove(deps, await findChat(deps, caller, params.id, params.chat));
    return reply(204);
  },
});
