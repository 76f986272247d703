import { Message } from "../../../core/contracts/message.ts";
import { cancelMessage } from "../../../core/operations/messages/cancel-message.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { readMessage } from "../../../core/operations/messages/read-message.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { MessageParams } from "./message-params.ts";

/**
 * DELETE /v1/messages/{id}: cancels a message before it is sent, or deletes it for everyone afterwards. In a group
 * where the number is an admin, other members' messages can be deleted as well.
 */
export const deleteMessage = route("messages.delete", {
  summary:
    "Cancel a waiting message, or delete a message for everyone within 2 days. Group admins can also delete messages of members",
  params: MessageParams,
  responses: {
    200: {
      description: "The message was queued. Its status is now failed, with the error code cancelled",
      schema: Message,
    },
    202: {
      description:
        "The message was sent, may have been sent (no_receipt), or was written by another group member. It is deleted for everyone, and a message.deleted event follows",
      schema: Message,
    },
    204: { description: "The message was scheduled, and has been removed" },
  },
  errors: ["message_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, now }) {
    const { outcome, message } = await cancelMessage(deps, await readMessage(deps, caller, params.id, now));
    if (outcome === "removed") return reply(204);
    const [shown] = await presentMessages(deps, [message]);
    return reply(outcome === "deleted" ? 202 : 200, shown);
  },
});
