import * as z from "zod";
import { Webhook } from "../../../core/contracts/webhook.ts";
import { rotateSecret as rotate } from "../../../core/operations/webhooks/rotate-secret.ts";
import { actorOf } from "../../../core/records/accounts/activity.ts";
import { idempotencyKey } from "../messages/idempotent-replies.ts";
import { reply } from "../reply.ts";
import { type Route, route } from "../route.ts";
import { PLACE_NAMES, PLACES } from "./webhook-place.ts";

const IdempotencyHeaders = z.object({
  "idempotency-key": idempotencyKey().meta({
    description: "Any unique text, case counts. Kept 30 days: a retry answers without the secret.",
  }),
});

/** POST …/webhook/secret: shown once; the old one signs 24 hours more. Spec: Secret rotation; Webhook management. */
export const rotateSecret: Route[] = PLACE_NAMES.map((name) => {
  const place = PLACES[name];
  return route(`${name}.rotate_secret`, {
    summary: `Replace the signing secret of ${place.whose}`,
    params: place.params,
    headers: IdempotencyHeaders,
    responses: {
      200: {
        description: "The webhook with its new `secret`; a retry with the same Idempotency-Key has none",
        schema: Webhook,
      },
    },
    errors: ["conflict", ...place.errors],
    async handle(request) {
      const { caller, source, headers, deps } = request;
      const { webhook, replayed } = await rotate(deps, {
        ...(await place.find(request)),
        actor: actorOf(caller, source),
        idempotency_key: headers["idempotency-key"] ?? null,
      });
      return reply(200, webhook, replayed ? { "Idempotent-Replayed": "true" } : {});
    },
  });
});
