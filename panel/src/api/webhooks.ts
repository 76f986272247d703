import { queryOptions } from "@tanstack/react-query";
import type { EventList, PanelWebhook } from "../../../core/contracts/panel/developers.ts";
import type { Webhook, WebhookTry } from "../../../core/contracts/webhook.ts";
import { ask, askAll } from "./client.ts";

const WHILE_FAILING_MS = 15_000;

/** Whose webhook: the account's (null), or a number's own. */
export type WebhookOwner = string | null;

const pathOf = (owner: WebhookOwner, rest = "") =>
  owner === null ? `/v1/webhook${rest}` : `/v1/instances/${encodeURIComponent(owner)}/webhook${rest}`;

/** Whether something about it may change by itself soon. */
export const isInTrouble = ({ failing_since, paused }: Pick<PanelWebhook, "failing_since" | "paused">): boolean =>
  paused || failing_since !== null;

/** The account's webhook and those of its numbers; asked again while one of them fails. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: ["webhooks"],
    queryFn: ({ signal }) => askAll<PanelWebhook>({ path: "/webhooks", signal }),
    refetchInterval: ({ state }) => (state.data?.some(isInTrouble) ? WHILE_FAILING_MS : false),
  });

/** The body of a webhook's change: only what changes. */
export interface WebhookChange {
  url?: string | null;
  auth_header?: { name: string; value: string } | null;
}

/** Changes a webhook; the answer has its secret when this made one. */
export const changeWebhook = (owner: WebhookOwner, body: WebhookChange) =>
  ask<Webhook>({ method: "PATCH", path: pathOf(owner), body });

/** Sends it a test event. */
export const testWebhook = (owner: WebhookOwner) =>
  ask<{ event_id: string }>({ method: "POST", path: pathOf(owner, "/test") });

/** Probes a paused one at once. */
export const tryWebhook = (owner: WebhookOwner) => ask<WebhookTry>({ method: "POST", path: pathOf(owner, "/try") });

/** Replaces its secret; the answer has the new one. @param idempotencyKey makes a repeated press one replacement. */
export const replaceSecret = (owner: WebhookOwner, idempotencyKey: string) =>
  ask<Webhook>({ method: "POST", path: pathOf(owner, "/secret"), idempotencyKey });

/** The events that the account receives. */
export const eventListQuery = () =>
  queryOptions({ queryKey: ["event-list"], queryFn: ({ signal }) => ask<EventList>({ path: "/event-list", signal }) });

/** Chooses the events; null: those that are so by default. */
export const changeEventList = (events: readonly string[] | null) =>
  ask<EventList>({ method: "PATCH", path: "/event-list", body: { events } });
