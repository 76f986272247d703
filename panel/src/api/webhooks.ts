import { LIMITS } from "../../../core/contracts/limits.ts";
import type { PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import { call } from "./call.ts";
import { allOf, queryOf } from "./query.ts";

const WHILE_FAILING_MS = 15_000;

/** For how long both secrets sign after a replacement, as the texts about it take it. */
export const SECRET_OVERLAP = { hours: LIMITS.webhookSecretOverlapSec / 3600 };

/** Whose webhook: the account's (null), or a number's own. */
export type WebhookOwner = string | null;

/** Whether something about it may change by itself soon. */
export const isInTrouble = ({ failing_since, paused }: Pick<PanelWebhook, "failing_since" | "paused">): boolean =>
  paused || failing_since !== null;

/** The account's webhook and those of its numbers; asked again while one of them fails. */
export const webhooksQuery = () =>
  allOf(
    "panel.webhooks.list",
    {},
    {
      refetchInterval: ({ state }) => (state.data?.some(isInTrouble) ? WHILE_FAILING_MS : false),
    },
  );

/** The body of a webhook's change: only what changes. */
export interface WebhookChange {
  url?: string | null;
  auth_header?: { name: string; value: string } | null;
}

/** Changes a webhook; the answer has its secret when this made one. */
export const changeWebhook = (owner: WebhookOwner, body: WebhookChange) =>
  owner === null ? call("webhook.update", { body }) : call("instance_webhook.update", { at: { id: owner }, body });

/** Sends it a test event. */
export const testWebhook = (owner: WebhookOwner) =>
  owner === null ? call("webhook.test") : call("instance_webhook.test", { at: { id: owner } });

/** Probes a paused one at once. */
export const tryWebhook = (owner: WebhookOwner) =>
  owner === null ? call("webhook.try") : call("instance_webhook.try", { at: { id: owner } });

/** Replaces its secret; the answer has the new one. @param idempotencyKey makes a repeated press one replacement. */
export const replaceSecret = (owner: WebhookOwner, idempotencyKey: string) =>
  owner === null
    ? call("webhook.rotate_secret", { idempotencyKey })
    : call("instance_webhook.rotate_secret", { at: { id: owner }, idempotencyKey });

/** The events that the account receives. */
export const eventListQuery = () => queryOf("panel.event_list.get", {});

/** Chooses the events; null: those that are so by default. */
export const changeEventList = (events: readonly string[] | null) =>
  call("panel.event_list.update", { body: { events } });
