import { WEBHOOK_ROUTES } from "../../../core/contracts/route-tables.ts";
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

/** The routes for webhooks, used by the Lambda function and the OpenAPI document. */
export const routes = [
  ...getWebhook,
  ...updateWebhook,
  ...rotateSecret,
  ...testWebhook,
  ...tryWebhook,
  listDeliveries,
  resendEvent,
];

/** The parts that this Lambda function uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, keysPart, vaultPart, wakeupsPart];

/** The Lambda handler for webhooks, both the account's and those of instances. */
export const handler = resource(WEBHOOK_ROUTES, routes, ownDeps(parts));
