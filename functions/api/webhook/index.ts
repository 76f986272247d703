import { ownDeps } from "../../own-deps.ts";
import { keysPart } from "../../parts/keys-part.ts";
import { tablePart } from "../../parts/table-part.ts";
import { vaultPart } from "../../parts/vault-part.ts";
import { wakeupsPart } from "../../parts/wakeups-part.ts";
import { resource } from "../resource.ts";
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

/** Parts of their function; lib/wiring.ts gives the rights. */
export const parts = [tablePart, keysPart, vaultPart, wakeupsPart];

/** The Lambda of the webhooks: the account's and the instances'. */
export const handler = resource(routes, ownDeps(parts));
