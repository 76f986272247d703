import { LIMITS } from "../../../core/contracts/limits.ts";
import type { PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import { call } from "./call.ts";
import { allOf, queryOf } from "./query.ts";

const WHILE_FAILING_MS = 15_000;

/**
 * How long posts are signed with both the old and the new secret after a replacement, as a value for the texts that
 * mention it.
 */
export const SECRET_OVERLAP = { hours: LIMITS.webhookSecretOverlapSec / 3600 };

/** A webhook's owner: null for the account, otherwise a number's id. */
export type WebhookOwner = string | null;

/** Whether a webhook's state may soon change on its own. */
export const isInTrouble = ({ failing_since, paused }: Pick<PanelWebhook, "failing_since" | "paused">): boolean =>
  paused || failing_since !== null;

/** The query for the webhooks of the account and its numbers. Polls while any of them is failing or paused. */
export const webhooksQuery = () =>
  allOf(
    "panel.webhooks.list",
    {},
    {
      refetchInterval: ({ state }) => (state.data?.some(isInTrouble) ? WHILE_FAILING_MS : false),
    },
  );

/** The request body for changing a webhook. It contains only the fields that change. */
export interface WebhookChange {
  url?: string | null;
  auth_header?: { name: string; value: string } | null;
}

/** Changes a webhook. The response contains its secret if this change created the secret. */
export const changeWebhook = (owner: WebhookOwner, body: WebhookChange) =>
  owner === null ? call("webhook.update", { body }) : call("instance_webhook.update", { at: { id: owner }, body });

/** Sends a test event to a webhook. */
export const testWebhook = (owner: WebhookOwner) =>
  owner === null ? call("webhook.test") : call("instance_webhook.test", { at: { id: owner } });

/** Probes a paused webhook immediately. */
export const tryWebhook = (owner: WebhookOwner) =>
  owner === null ? call("webhook.try") : call("instance_webhook.try", { at: { id: owner } });

/**
 * Replaces a webhook's secret. The response contains the new secret. @param idempotencyKey makes repeated clicks cause
 * only one replacement.
 */
export const replaceSecret = (owner: WebhookOwner, idempotencyKey: string) =>
  owner === null
    ? call("webhook.rotate_secret", { idempotencyKey })
    : call("instance_webhook.rotate_secret", { at: { id: owner }, idempotencyKey });

/** The query for the list of events that the account receives. */
export const eventListQuery = () => queryOf("panel.event_list.get", {});

/** Changes which events the account receives. Null restores the default list. */
export const changeEventList = (events: readonly string[] | null) =>
  call("panel.event_list.update", { body: { events } });
