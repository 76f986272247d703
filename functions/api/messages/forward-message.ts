import { Message } from "../../../core/contracts/message.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { ForwardMessageBody } from "../../../core/contracts/send-message.ts";
import { checkRecipient } from "../../../core/domain/messages/recipient.ts";
import { forwardMessage as forward } from "../../../core/operations/messages/forward-message.ts";
import { readMessage } from "../../../core/operations/messages/read-message.ts";
import { replyMade } from "../idempotent.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { MessageParams } from "./message-params.ts";
import { presentAccepted, replayAccepted } from "./present-accepted.ts";

/** POST /v1/messages/{id}/forward: returns 202 with the new message. */
export const forwardMessage = route("messages.forward", {
  summary: "Forward a message to another chat of the same instance",
  params: MessageParams,
  body: ForwardMessageBody,
  responses: {
    202: { description: "A new message with the same content, which was accepted", schema: Message },
    200: {
      description: "A retry with the same Idempotency-Key: the current state of the first message",
      schema: Message,
    },
  },
  errors: ["message_not_found", "chat_not_found", "conflict", "backlog_full", "plan_limit", "unavailable"],

  prepare: async ({ caller, deps, rawParams, now }) => ({
    ready: await readMessage(deps, caller, rawParams.id ?? "", now),
  }),

  idempotent: { replay: replayAccepted },

  async handle({ caller, deps, ready: found, idempotencyKey: idempotency_key, body }) {
    const recipient = checkRecipient(body);
    if ("errors" in recipient) throw validationError(recipient.errors);
    const { messagesPerDay: messages_per_day } = PLANS[caller.plan];
    const request = { ...found, caller_account: caller.account_id, recipient, messages_per_day, idempotency_key };
    const { message, replayed } = await forward(deps, request);
    return replyMade(202, await presentAccepted(deps, message), replayed);
  },
});
