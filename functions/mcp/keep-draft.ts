import { SendMessageBody } from "../../core/contracts/send-message.ts";
import { readInstance } from "../../core/operations/access/read-instance.ts";
import { keepDraft as keep } from "../../core/operations/drafts/keep-draft.ts";
import { replyMade } from "../api/idempotent.ts";
import { requireReplyTo, requireSend } from "../api/messages/checked-send.ts";
import { route } from "../api/route.ts";

/**
 * Checks permissions and validates like POST /v1/messages, but stores the message as a draft for a team member to send.
 */
export const keepDraft = route("messages.send", {
  summary: "Keep a message for a person of the team",
  body: SendMessageBody,
  responses: {},
  idempotent: {},
  async handle({ caller, deps, idempotencyKey: idempotency_key, body, now }) {
    if (idempotency_key === null || caller.key_id === null) throw new Error("A draft was asked for without a key.");
    const instance = await readInstance(deps, caller, body.instance_id);
    // Tools only refer to files by URL, so drafts never contain uploads.
    const rules = { uploaded: null, allowPrivate: deps.env.ALLOW_PRIVATE_WEBHOOKS === "1", fileKey: "" };
    const { upload, ...checked } = requireSend(body, rules, now);
    if (upload !== null) throw new Error("A draft was asked for with a file in it.");
    await requireReplyTo(deps, instance, checked, now);
    const kept = await keep(deps, { ...checked, instance, key_id: caller.key_id, idempotency_key });
    return replyMade(202, kept, kept.replayed);
  },
});
