import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";

/** How a webhook fares. */
export type WebhookState = "none" | "active" | "failing" | "paused";

/** The one state to show: paused says more than failing, and without an address there is none. */
export function webhookState({
  url,
  paused,
  failing_since,
}: Pick<PanelWebhook, "url" | "paused" | "failing_since">): WebhookState {
  if (url === null) return "none";
  if (paused) return "paused";
  return failing_since === null ? "active" : "failing";
}
