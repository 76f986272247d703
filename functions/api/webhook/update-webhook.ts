import { UpdateWebhookBody, Webhook } from "../../../core/contracts/webhook.ts";
import { createHostCheck } from "../../../core/http/host-check.ts";
import { updateWebhook as change } from "../../../core/operations/webhooks/update-webhook.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { reply } from "../reply.ts";
import { type Route, route } from "../route.ts";
import { PLACE_NAMES, PLACES } from "./webhook-place.ts";

/**
 * PATCH /v1/webhook, /v1/instances/{id}/webhook: changes either all of the fields in the request or none of them. Spec:
 * Webhook management.
 */
export const updateWebhook: Route[] = PLACE_NAMES.map((name) => {
  const place = PLACES[name];
  return route(`${name}.update`, {
    summary: `Change ${place.whose}`,
    params: place.params,
    body: UpdateWebhookBody,
    responses: {
      200: { description: "The updated webhook. `secret` is included only if it was just created", schema: Webhook },
    },
    errors: ["validation_failed", "rate_limited", ...place.errors],
    async handle(request) {
      const { caller, source, body, deps, now } = request;
      const allowPrivate = deps.env.ALLOW_PRIVATE_WEBHOOKS === "1";
      const changeDeps = { ...deps, allowPrivateWebhooks: allowPrivate, hostCheck: createHostCheck({ allowPrivate }) };
      const actor = actorOf(caller, source);
      return reply(200, await change(changeDeps, { ...(await place.find(request)), change: body, actor, now }));
    },
  });
});
