import { UpdateWebhookBody, Webhook } from "../../../core/contracts/webhook.ts";
import { createHostCheck } from "../../../core/http/host-check.ts";
import { updateWebhook as change } from "../../../core/operations/update-webhook.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** PATCH /v1/webhook: changes what is sent, whole or not at all. Spec: Webhook management. */
export const updateWebhook = route("webhook.update", {
  summary: "Change the account's webhook",
  body: UpdateWebhookBody,
  responses: { 200: { description: "The webhook as it is now; `secret` only when just created", schema: Webhook } },
  errors: ["validation_failed", "rate_limited"],
  async handle({ caller, body, deps, now }) {
    const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
    const changeDeps = { ...deps, allowPrivateWebhooks: allowPrivate, hostCheck: createHostCheck({ allowPrivate }) };
    return reply(200, await change(changeDeps, { account_id: caller.account_id, owner: "account", change: body, now }));
  },
});
