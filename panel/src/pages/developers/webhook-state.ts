import type { PanelWebhook } from "../../../../core/contracts/panel/developers.ts";

/** A webhook's state as shown in the panel. */
export type WebhookState = "none" | "active" | "failing" | "paused";

/**
 * Returns the single state to show for a webhook. `paused` takes precedence over `failing`. A webhook without an
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
