import { Message } from "../../../core/contracts/message.ts";
import { ChangeMessageBody } from "../../../core/contracts/send-message.ts";
import { checkSendTime } from "../../../core/domain/messages/send-time.ts";
import { changeMessage as change } from "../../../core/operations/messages/change-message.ts";
import { presentMessages } from "../../../core/operations/messages/present-messages.ts";
import { readMessage } from "../../../core/operations/messages/read-message.ts";
import { SESSION_REFUSALS } from "../../../core/records/command.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { MessageParams } from "./message-params.ts";

/**
 * PATCH /v1/messages/{id}: returns 200 if the message was changed before it was sent, or 202 if the network still has
 * to apply the new text.
 */
export const changeMessage = route("messages.change", {
  summary:
    "Change a message: the text and time of a scheduled message, or the text of a queued message or one sent in the last 15 minutes",
  params: MessageParams,
  body: ChangeMessageBody,
  responses: {
    200: { description: "The changed message, which has not been sent yet", schema: Message },
    202: {
      description:
        "The message was already sent. Its text is changed on the network, and a message.edited event follows",
      schema: Message,
    },
  },
  errors: ["message_not_found", "conflict", ...SESSION_REFUSALS],
  async handle({ caller, deps, params, body, now }) {
    const { text, send_at } = body;
    if (text === undefined && send_at === undefined) throw validationError({ text: ["Set text or send_at."] });
    const time = checkSendTime(send_at, now);
    if ("error" in time) throw validationError({ send_at: [time.error] });
    const found = await readMessage(deps, caller, params.id, now);
    const { message, editing } = await change(deps, found, {
      ...(text !== undefined && { text }),
      ...(send_at !== undefined && { send_at: time.at }),
    });
    const [shown] = await presentMessages(deps, [message]);
    return reply(editing ? 202 : 200, shown);
  },
});
