import { Message } from "../../../core/contracts/message.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { ForwardMessageBody } from "../../../core/contracts/send-message.ts";
import { checkRecipient } from "../../../core/domain/messages/recipient.ts";
import { forwardMessage as forward } from "../../../core/operations/messages/forward-message.ts";
import { readMessage } from "../../../core/operations/messages/read-message.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { IdempotencyHeaders, replayOf, replyAccepted } from "./idempotent-replies.ts";
import { MessageParams } from "./message-params.ts";

/** POST /v1/messages/{id}/forward: 202 with the new message, 200 on an idempotent replay. */
export const forwardMessage = route("messages.forward", {
  summary: "Forward a message to another chat of the same instance",
  params: MessageParams,
  headers: IdempotencyHeaders,
  body: ForwardMessageBody,
  responses: {
    202: { description: "Accepted: a new message with the same content", schema: Message },
    200: { description: "A retry with the same Idempotency-Key: the first message as it is now", schema: Message },
  },
  errors: ["message_not_found", "chat_not_found", "conflict", "backlog_full", "plan_limit", "unavailable"],

  // As for a send: the first request wins whatever the retry's body is.
  async prepare({ caller, deps, rawParams, rawHeaders, now }) {
    const { instance } = await readMessage(deps, caller, rawParams.id ?? "", now);
    const reply = await replayOf(deps, instance, rawHeaders);
    return reply ? { reply } : { ready: undefined };
  },

  async handle({ caller, deps, params, headers, body, now }) {
    const recipient = checkRecipient(body);
    if ("errors" in recipient) throw validationError(recipient.errors);
    const found = await readMessage(deps, caller, params.id, now);
    const idempotency_key = headers["idempotency-key"] ?? null;
    const { messagesPerDay: messages_per_day } = PLANS[caller.plan];
    const request = { ...found, caller_account: caller.account_id, recipient, messages_per_day, idempotency_key };
    return replyAccepted(deps, await forward(deps, request));
  },
});
