import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";

/** The state of a webhook, as the panel shows it. */
export type WebhookState = "none" | "active" | "failing" | "paused";

/**
 * Returns the single state to show for a webhook. `paused` takes precedence over `failing`, and a webhook without an
 * address is `none`.
 */
export function webhookState({
  url,
  paused,
  failing_since,
}: Pick<PanelWebhook, "url" | "paused" | "failing_since">): WebhookState {
  if (url === null) return "none";
  if (paused) return "paused";
  return failing_since === null ? "active" : "failing";
}
