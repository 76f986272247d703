import { Chat } from "../../../core/contracts/chats/chat.ts";
import { SetLabelsBody } from "../../../core/contracts/chats/label.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { presentChat } from "../../../core/operations/chats/present-chat.ts";
import { setChatLabels } from "../../../core/operations/labels/set-chat-labels.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { ChatParams } from "./chat-params.ts";

/**
 * PUT /v1/instances/{id}/chats/{chat}/labels: replaces the whole set of labels. Works even while the number is
 * disconnected.
 */
export const setLabels = route("chats.set_labels", {
  summary: "Set the labels of a chat",
  params: ChatParams,
  body: SetLabelsBody,
  responses: { 200: { description: "The chat with exactly these labels", schema: Chat } },
  errors: ["instance_not_found", "chat_not_found", "not_found"],
  async handle({ caller, deps, params, body, now }) {
    const { instance, chat } = await findChat(deps, caller, params.id, params.chat);
    await setChatLabels(deps, instance.id, chat.key, body.label_ids, instance.teamwork);
    // Loads the chat again, because another request may have changed it in the meantime.
    const { chat: changed } = await findChat(deps, caller, params.id, params.chat);
    return reply(200, await presentChat(deps, caller.account_id, changed, now));
  },
});
