import { Webhook } from "../../../core/contracts/webhook.ts";
import { readWebhook } from "../../../core/operations/webhooks/read-webhook.ts";
import { reply } from "../reply.ts";
import { type Route, route } from "../route.ts";
import { PLACE_NAMES, PLACES } from "./webhook-place.ts";

/**
 * GET /v1/webhook, /v1/instances/{id}/webhook: returns the webhook, but neither its secret nor the value of its custom
 * header. Spec: Webhook management.
 */
export const getWebhook: Route[] = PLACE_NAMES.map((name) => {
  const place = PLACES[name];
  return route(`${name}.get`, {
    summary: `Get ${place.whose}`,
    params: place.params,
    responses: { 200: { description: "The webhook", schema: Webhook } },
    errors: ["key_not_allowed", ...place.errors],
    async handle(request) {
      return reply(200, await readWebhook(request.deps, await place.find(request)));
    },
  });
});
