import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";

/** A webhook's state. */
export type WebhookState = "none" | "active" | "failing" | "paused";

/** The one state to show; paused takes precedence over failing, and a webhook without an address has none. */
export function webhookState({
  url,
  paused,
  failing_since,
}: Pick<PanelWebhook, "url" | "paused" | "failing_since">): WebhookState {
  if (url === null) return "none";
  if (paused) return "paused";
  return failing_since === null ? "active" : "failing";
}
