import { LIMITS } from "../../../core/contracts/limits.ts";
import type { PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import { call } from "./call.ts";
import { allOf, queryOf } from "./query.ts";

const WHILE_FAILING_MS = 15_000;

/** How long both secrets sign after a replacement, as a value for the texts about it. */
export const SECRET_OVERLAP = { hours: LIMITS.webhookSecretOverlapSec / 3600 };

/** A webhook's owner: the account (null) or a number. */
export type WebhookOwner = string | null;

/** Whether its state may soon change on its own. */
export const isInTrouble = ({ failing_since, paused }: Pick<PanelWebhook, "failing_since" | "paused">): boolean =>
  paused || failing_since !== null;

/** The webhooks of the account and its numbers; polled while one of them fails. */
export const webhooksQuery = () =>
  allOf(
    "panel.webhooks.list",
    {},
    {
      refetchInterval: ({ state }) => (state.data?.some(isInTrouble) ? WHILE_FAILING_MS : false),
    },
  );

/** The body for changing a webhook; contains only what changes. */
export interface WebhookChange {
  url?: string | null;
  auth_header?: { name: string; value: string } | null;
}

/** Changes a webhook; the answer contains its secret if this change created one. */
export const changeWebhook = (owner: WebhookOwner, body: WebhookChange) =>
  owner === null ? call("webhook.update", { body }) : call("instance_webhook.update", { at: { id: owner }, body });

/** Sends a webhook a test event. */
export const testWebhook = (owner: WebhookOwner) =>
  owner === null ? call("webhook.test") : call("instance_webhook.test", { at: { id: owner } });

/** Probes a paused webhook immediately. */
export const tryWebhook = (owner: WebhookOwner) =>
  owner === null ? call("webhook.try") : call("instance_webhook.try", { at: { id: owner } });

/** Replaces a secret; the answer contains the new one. @param idempotencyKey makes repeated presses one replacement. */
export const replaceSecret = (owner: WebhookOwner, idempotencyKey: string) =>
  owner === null
    ? call("webhook.rotate_secret", { idempotencyKey })
    : call("instance_webhook.rotate_secret", { at: { id: owner }, idempotencyKey });

/** The events that the account receives. */
export const eventListQuery = () => queryOf("panel.event_list.get", {});

/** Chooses the events; null restores the default ones. */
export const changeEventList = (events: readonly string[] | null) =>
  call("panel.event_list.update", { body: { events } });
