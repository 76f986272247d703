import * as z from "zod";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { Message } from "../../../core/contracts/message.ts";
import { SendMessageBody } from "../../../core/contracts/send-message.ts";
import { checkSend } from "../../../core/domain/send-rules.ts";
import { acceptMessage, readIdempotent } from "../../../core/operations/accept-message.ts";
import { readInstance } from "../../../core/operations/read-instance.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";
import { validationError } from "../validate.ts";

const KEY_MAX = LIMITS.idempotencyKeyMaxChars;
const KEY_RULE = `Give 1 to ${KEY_MAX} characters.`;

const IdempotencyHeaders = z.object({
  "idempotency-key": z
    .string()
    .min(1, KEY_RULE)
    .max(KEY_MAX, KEY_RULE)
    .optional()
    .meta({ description: "Any unique text, case counts. Kept 30 days: a retry gets the first message." }),
});

const replayed = (message: Message) => reply(200, message, { "Idempotent-Replayed": "true" });

/** POST /v1/messages: 202 with the message, 200 on an idempotent replay. Spec: Endpoints › Messages. */
export const sendMessage = route("messages.send", {
  summary: "Send a message",
  headers: IdempotencyHeaders,
  body: SendMessageBody,
  responses: {
    202: { description: "Accepted: queued, or scheduled with send_at", schema: Message },
    200: { description: "A retry with the same Idempotency-Key: the first message as it is now", schema: Message },
  },
  errors: ["instance_not_found", "backlog_full", "unavailable"],

  // The first request wins whatever the retry's body is, so the replay comes before the body is judged.
  async early({ caller, deps, rawBody, rawHeaders }) {
    if (typeof rawBody.instance_id !== "string") return null;
    const instance = await readInstance(deps, caller, rawBody.instance_id);
    const key = IdempotencyHeaders.safeParse(rawHeaders).data?.["idempotency-key"];
    if (key === undefined) return null;
    const first = await readIdempotent(deps, instance, key);
    return first && replayed(first);
  },

  async handle({ caller, deps, headers, body, now }) {
    const checked = checkSend(body, now);
    if ("errors" in checked) throw validationError(checked.errors);
    const { message, replayed: isReplay } = await acceptMessage(deps, {
      ...checked,
      caller_account: caller.account_id,
      instance: await readInstance(deps, caller, body.instance_id),
      idempotency_key: headers["idempotency-key"] ?? null,
      origin: "api",
    });
    return isReplay ? replayed(message) : reply(202, message);
  },
});
