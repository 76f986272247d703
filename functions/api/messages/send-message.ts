import type { InstanceId } from "../../../core/contracts/ids.ts";
import { Message } from "../../../core/contracts/message.ts";
import { PLANS } from "../../../core/contracts/plans.ts";
import { SendMessageBody } from "../../../core/contracts/send-message.ts";
import { readInstance, requireUsable } from "../../../core/operations/access/read-instance.ts";
import { newMessage, sendMessage as send } from "../../../core/operations/messages/send-message.ts";
import type { InstanceRecord } from "../../../core/records/instance.ts";
import { keys } from "../../../core/store/keys.ts";
import { readAhead } from "../../../core/store/read-ahead.ts";
import type { Key } from "../../../core/store/table.ts";
import type { ApiDeps } from "../../own-deps.ts";
import { replyMade } from "../idempotent.ts";
import { type Prepared, route } from "../route.ts";
import { requireReplyTo, requireSend } from "./checked-send.ts";
import { presentAccepted, replayAccepted } from "./present-accepted.ts";
import { savedFile } from "./saved-file.ts";
import { requireKeptUntil, uploadedFile } from "./uploaded-file.ts";

/** The format in which people's phone numbers are stored. Text in any other format is looked up after validation. */
const PLAIN_PHONE = /^\d{5,20}$/;

/** The format of our ids. Any other text can't be an id, so nothing is read ahead for it. */
const PLAIN_ID = /^[\w-]{1,60}$/;

/**
 * Lists the keys of all items read while accepting and presenting a message: the instance, its pacing and the person.
 * The only item not included is the one under the alternative form of the person's number.
 */
function placesFor(instanceId: InstanceId, to: unknown): Key[] {
  const person = typeof to === "string" && PLAIN_PHONE.test(to) ? [keys.person(instanceId, to)] : [];
  return [keys.instance(instanceId), keys.sending(instanceId), ...person];
}

/** The instance, and dependencies whose table already has the items that were read ahead. */
interface Ready {
  instance: InstanceRecord;
  deps: ApiDeps;
}

/** POST /v1/messages: returns 202 with the message. Spec: Endpoints › Messages. */
export const sendMessage = route("messages.send", {
  summary: "Send a message",
  body: SendMessageBody,
  responses: {
    202: {
      description: "The message, which was accepted. It is queued, or scheduled if send_at is set",
      schema: Message,
    },
    200: {
      description: "A retry with the same Idempotency-Key: the current state of the first message",
      schema: Message,
    },
  },
  errors: [
    "instance_not_found",
    "chat_not_found",
    "message_not_found",
    "backlog_full",
    "file_budget_used",
    "plan_limit",
    "unavailable",
  ],

  ahead: ({ instance_id: id, to }) => (typeof id === "string" && PLAIN_ID.test(id) ? placesFor(id, to) : null),

  async prepare({ caller, deps, rawBody, ahead }): Promise<Prepared<Ready>> {
    const { instance_id: id } = rawBody;
    if (typeof id !== "string") return null;
    requireUsable(caller, id);
    const table = await (ahead ?? readAhead(deps.table, placesFor(id, rawBody.to)));
    const instance = await readInstance({ table }, caller, id);
    return { ready: { instance, deps: { ...deps, table } } };
  },

  idempotent: { replay: replayAccepted },

  async handle({ caller, ready: { instance, deps }, idempotencyKey: idempotency_key, body, now }) {
    const { id, fileKey } = newMessage(deps, caller.account_id, instance);
    const url = body.media?.url;
    const uploaded = (await uploadedFile(deps, caller, url, now)) ?? (await savedFile(deps, caller, url, now));
    const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
    const checked = requireSend(body, { uploaded, allowPrivate, fileKey }, now);
    if (uploaded) requireKeptUntil(uploaded, checked.send_at);
    await requireReplyTo(deps, instance, checked, now);
    const sender = {
      id,
      instance,
      caller_account: caller.account_id,
      origin: caller.user_id === null ? "api" : "panel",
      ...(caller.user_id !== null && { user_id: caller.user_id }),
      messages_per_day: PLANS[caller.plan].messagesPerDay,
      idempotency_key,
    } as const;
    const { message, replayed } = await send(deps, checked, sender);
    return replyMade(202, await presentAccepted(deps, message), replayed);
  },
});
