import { DEFAULT_EVENTS } from "../../contracts/event-types.ts";
import type { AccountId } from "../../contracts/ids.ts";
import type { Webhook } from "../../contracts/webhook.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { STATE_FIELDS } from "./endpoint-state.ts";
import type { WebhookRecord } from "./webhook.ts";

/**
 * Reads a webhook's stored settings. A webhook that was never configured has no URL, the default events, and version 0.
 */
export async function webhookSettings(
  deps: { table: Table },
  account: AccountId,
  owner: string,
): Promise<WebhookRecord & { ended_at: string | null }> {
  const stored = (await deps.table.get(keys.webhook(account, owner))) as Partial<WebhookRecord> | null; // only written by update-webhook
  return {
    ...delivery(stored),
    account_id: account,
    owner,
    url: stored?.url ?? null,
    events: stored?.events ?? null,
    auth_header: stored?.auth_header ?? null,
    secret: stored?.secret ?? null,
    previous_secret: stored?.previous_secret ?? null,
    ended_at: stored?.ended_at ?? null,
    changed_at: stored?.changed_at ?? [],
    version: stored?.version ?? 0,
  };
}

const DELIVERY_FIELDS = [
  ...STATE_FIELDS,
  "url_use",
  "url_from",
  "url_after",
  "life",
  "ladder_stale",
  "instance_removed_at",
  "tested_at",
  "tried_at",
] as const;

/** Returns the delivery state fields that are present. */
function delivery(stored: Partial<WebhookRecord> | null): Partial<WebhookRecord> {
  const there = DELIVERY_FIELDS.filter((field) => stored?.[field] !== undefined);
  return Object.fromEntries(there.map((field) => [field, stored?.[field]]));
}

/**
 * Builds a webhook as customers see it, without its secret or its header's value. Only the account's webhook has a list
 * of events.
 */
export function webhookView(record: WebhookRecord, eventsKept: number): Webhook {
  return {
    url: record.url,
    ...(record.owner === "account" && { events: record.events ?? DEFAULT_EVENTS }),
    auth_header: record.auth_header && { name: record.auth_header.name },
    paused: record.paused_at !== undefined,
    paused_reason: record.paused_reason ?? null,
    events_kept: eventsKept,
  };
}
