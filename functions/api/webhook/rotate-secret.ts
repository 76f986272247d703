import { Webhook } from "../../../core/contracts/webhook.ts";
import { rotateSecret as rotate } from "../../../core/operations/webhooks/rotate-secret.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { replyMade } from "../idempotent.ts";
import { type Route, route } from "../route.ts";
import { PLACE_NAMES, PLACES } from "./webhook-place.ts";

/**
 * POST …/webhook/secret: creates a new secret, which is shown only once. Events are also signed with the old secret for
 * another 24 hours. Spec: Secret rotation; Webhook management.
 */
export const rotateSecret: Route[] = PLACE_NAMES.map((name) => {
  const place = PLACES[name];
  return route(`${name}.rotate_secret`, {
    summary: `Replace the signing secret of ${place.whose}`,
    params: place.params,
    responses: {
      200: {
        description:
          "The webhook with its new `secret`. A retry with the same Idempotency-Key does not return the secret",
        schema: Webhook,
      },
    },
    errors: ["conflict", ...place.errors],
    // The operation itself loads the first request's result, together with the webhook.
    idempotent: { retry: "a retry does not return the secret" },
    async handle(request) {
      const { caller, source, idempotencyKey: idempotency_key, deps } = request;
      const { webhook, replayed } = await rotate(deps, {
        ...(await place.find(request)),
        actor: actorOf(caller, source),
        idempotency_key,
      });
      return replyMade(200, webhook, replayed);
    },
  });
});
