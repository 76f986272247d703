import { Webhook } from "../../../core/contracts/webhook.ts";
import { ApiError } from "../../../core/errors.ts";
import { readWebhook } from "../../../core/operations/read-webhook.ts";
import { reply } from "../reply.ts";
import { route } from "../route.ts";

/** GET /v1/webhook: the account's webhook, never its secret nor its header's value. Spec: Webhook management. */
export const getWebhook = route("webhook.get", {
  summary: "Read the account's webhook",
  responses: { 200: { description: "The webhook", schema: Webhook } },
  errors: ["key_not_allowed"],
  async handle({ caller, deps }) {
    // Spec: Webhook management: a key made for one instance reads that instance's webhook only.
    if (caller.instance_id !== null) throw new ApiError("key_not_allowed");
    return reply(200, await readWebhook(deps, { account_id: caller.account_id, owner: "account" }));
  },
});
