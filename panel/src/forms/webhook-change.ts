import type { PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import type { WebhookChange } from "../api/webhooks.ts";

/** The choice for a webhook's header: none, the current one, or a new one. */
export type HeaderChoice = "none" | "keep" | "new";

/** Returns only the fields that changed. */
export function webhookChange(
  before: Pick<PanelWebhook, "url" | "auth_header">,
  given: { url: string; choice: HeaderChoice; name: string; value: string },
): WebhookChange {
  const url = given.url.trim();
  return {
    ...(url !== before.url && { url }),
    ...(given.choice === "none" && before.auth_header && { auth_header: null }),
    ...(given.choice === "new" && { auth_header: { name: given.name.trim(), value: given.value } }),
  };
}
