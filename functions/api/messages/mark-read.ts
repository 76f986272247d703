import { markMessageRead } from "../../../core/operations/messages/mark-message-read.ts";
import { readMessage } from "../../../core/operations/messages/read-message.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { MessageParams } from "./message-params.ts";

/** POST /v1/messages/{id}/read: sends a read receipt to the message's author. */
export const markRead = route("messages.mark_read", {
  summary: "Mark a received message as read",
  params: MessageParams,
  responses: { 204: { description: "Marked" } },
  errors: ["message_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, now }) {
    await markMessageRead(deps, await readMessage(deps, caller, params.id, now));
    return reply(204);
  },
});
