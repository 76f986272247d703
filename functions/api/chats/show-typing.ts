import { TypingBody } from "../../../core/contracts/chats/change-chat.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { showTyping as show } from "../../../core/operations/chats/show-typing.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChatParams } from "./chat-params.ts";

/** POST /v1/instances/{id}/chats/{chat}/typing: the indicator disappears after about ten seconds. */
export const showTyping = route("chats.typing", {
  summary: "Show typing or recording",
  params: ChatParams,
  body: TypingBody,
  responses: { 204: { description: "Shown. It disappears after about ten seconds" } },
  errors: ["instance_not_found", "chat_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body }) {
    await show(deps, await findChat(deps, caller, params.id, params.chat), body.state);
    return reply(204);
  },
});
