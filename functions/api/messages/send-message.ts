import { Message } from "../../../core/contracts/message.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { SendMessageBody } from "../../../core/contracts/send-message.ts";
import { checkSend } from "../../../core/domain/send-rules.ts";
import { checkReplyTo } from "../../../core/operations/check-reply-to.ts";
import { readInstance } from "../../../core/operations/read-instance.ts";
import { newMessage, sendMessage as send } from "../../../core/operations/send-message.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";
import { IdempotencyHeaders, replayOf, replyAccepted } from "./idempotency.ts";

/** POST /v1/messages: 202 with the message, 200 on an idempotent replay. Spec: Endpoints › Messages. */
export const sendMessage = route("messages.send", {
  summary: "Send a message",
  headers: IdempotencyHeaders,
  body: SendMessageBody,
  responses: {
    202: { description: "Accepted: queued, or scheduled with send_at", schema: Message },
    200: { description: "A retry with the same Idempotency-Key: the first message as it is now", schema: Message },
  },
  errors: ["instance_not_found", "backlog_full", "file_budget_used", "plan_limit", "unavailable"],

  // The first request wins whatever the retry's body is, so the replay comes before the body is judged.
  async early({ caller, deps, rawBody, rawHeaders }) {
    if (typeof rawBody.instance_id !== "string") return null;
    return replayOf(deps, await readInstance(deps, caller, rawBody.instance_id), rawHeaders);
  },

  async handle({ caller, deps, headers, body, now }) {
    const instance = await readInstance(deps, caller, body.instance_id);
    const { id, fileKey } = newMessage(deps, caller.account_id, instance);
    const rules = { allowPrivate: deps.env.ALLOW_PRIVATE_WEBHOOKS === "1", fileKey };
    const checked = checkSend(body, rules, now);
    if ("errors" in checked) throw validationError(checked.errors);
    const { upload, reply_to, ...message } = checked;
    const refusal = reply_to === null ? null : await checkReplyTo(deps, instance, checked, reply_to, now);
    if (refusal !== null) throw validationError({ reply_to: [refusal] });
    const idempotency_key = headers["idempotency-key"] ?? null;
    const { account_id: caller_account, plan } = caller;
    const { messagesPerDay: messages_per_day } = PLANS[plan];
    const request = { ...message, id, instance, caller_account, reply_to, messages_per_day, idempotency_key };
    return replyAccepted(deps, await send(deps, { ...request, origin: "api" }, upload));
  },
});
