import { WebhookTry } from "../../../core/contracts/webhook.ts";
import { tryWebhook as tryNow } from "../../../core/operations/webhooks/try-webhook.ts";
import { reply } from "../reply.ts";
import { type Route, route } from "../route.ts";
import { PLACE_NAMES, PLACES } from "./webhook-place.ts";

/**
 * POST …/webhook/try: posts the oldest waiting event immediately. If the endpoint accepts it, the remaining events
 * follow. Spec: Webhook management.
 */
export const tryWebhook: Route[] = PLACE_NAMES.map((name) => {
  const place = PLACES[name];
  return route(`${name}.try`, {
    summary: `Retry ${place.whose} now, if events are waiting or it is paused`,
    params: place.params,
    responses: { 200: { description: "The result", schema: WebhookTry } },
    errors: ["conflict", "rate_limited", "unavailable", ...place.errors],
    async handle(request) {
      return reply(200, await tryNow(request.deps, await place.find(request)));
    },
  });
});
