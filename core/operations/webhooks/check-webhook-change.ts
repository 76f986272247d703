import type * as z from "zod";
import { EVENT_TYPE_NAMES } from "../../contracts/event-types.ts";
import type { UpdateWebhookBody } from "../../contracts/webhook.ts";
import { authHeaderErrors } from "../../domain/webhooks/auth-header.ts";
import { webhookUrl } from "../../domain/webhooks/webhook-url.ts";
import { ApiError } from "../../errors.ts";
import type { HostCheck } from "../../ports.ts";

/** The fields of a PATCH /v1/webhook request. */
export type WebhookChange = z.infer<typeof UpdateWebhookBody>;

/**
 * Checks everything about a change that doesn't depend on the stored record. The change is accepted or refused as a
 * whole, and all mistakes are reported together. Spec: Webhook management, PATCH.
 * @returns the change, with its events in the order of the event table and without duplicates.
 * @throws ApiError validation_failed
 */
export async function checkWebhookChange(
  deps: { hostCheck: HostCheck; allowPrivateWebhooks: boolean },
  owner: string,
  change: WebhookChange,
): Promise<WebhookChange> {
  const errors: Record<string, string[]> = {};
  if (typeof change.url === "string") {
    const error = await urlError(deps, change.url);
    if (error) errors.url = [error];
  }
  if (change.auth_header) {
    const found = authHeaderErrors(change.auth_header);
    if (found.length > 0) errors.auth_header = found;
  }
  if (change.events !== undefined && owner !== "account") {
    errors.events = ["An account has a single list of events. Change it with PATCH /v1/webhook."];
  }
  if (Object.keys(errors).length > 0) throw new ApiError("validation_failed", { errors });
  const chosen = change.events && new Set(change.events);
  return chosen ? { ...change, events: EVENT_TYPE_NAMES.filter((type) => chosen.has(type)) } : change;
}

/**
 * Checks a URL. Accepts a host name that doesn't resolve yet, because it may be set up later; it is checked again
 * before every post.
 */
async function urlError(
  deps: { hostCheck: HostCheck; allowPrivateWebhooks: boolean },
  text: string,
): Promise<string | null> {
  const verdict = webhookUrl(text, deps.allowPrivateWebhooks);
  if ("error" in verdict) return verdict.error;
  if (deps.allowPrivateWebhooks || (await deps.hostCheck(verdict.url.hostname)) !== "private") return null;
  return "The url's host resolves to an address that is not on the public internet. Use a host that is.";
}
