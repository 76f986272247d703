import { WebhookTest } from "../../../core/contracts/webhook.ts";
import { testWebhook as test } from "../../../core/operations/webhooks/test-webhook.ts";
import { reply } from "../reply.ts";
import { type Route, route } from "../route.ts";
import { PLACE_NAMES, PLACES } from "./webhook-place.ts";

/** POST …/webhook/test: sends a webhook.test event, which gets only one delivery attempt. Spec: Webhook management. */
export const testWebhook: Route[] = PLACE_NAMES.map((name) => {
  const place = PLACES[name];
  return route(`${name}.test`, {
    summary: `Send a webhook.test event to ${place.whose}`,
    params: place.params,
    responses: { 202: { description: "The test event, which is being sent", schema: WebhookTest } },
    errors: ["conflict", "rate_limited", ...place.errors],
    async handle(request) {
      return reply(202, await test(request.deps, await place.find(request)));
    },
  });
});
