import { resource } from "../route.ts";
import { getWebhook } from "./get-webhook.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { resendEvent } from "./resend-event.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { testWebhook } from "./test-webhook.ts";
import { tryWebhook } from "./try-webhook.ts";
import { updateWebhook } from "./update-webhook.ts";

/** The routes of this resource, also for the OpenAPI document. */
export const routes = [
  ...getWebhook,
  ...updateWebhook,
  ...rotateSecret,
  ...testWebhook,
  ...tryWebhook,
  listDeliveries,
  resendEvent,
];

/** The Lambda of the webhooks: the account's and the instances'. */
export const handler = resource(routes);
