import { DEFAULT_EVENTS } from "../contracts/event-types.ts";
import type { Webhook, WebhookRecord } from "../contracts/webhook.ts";
import { keys } from "../store/keys.ts";
import type { Table } from "../store/table.ts";

/** A webhook's stored settings; one that was never set has no url, the default events and version 0. */
export async function webhookSettings(
  deps: { table: Table },
  account: string,
  owner: string,
): Promise<WebhookRecord & { ended_at: string | null }> {
  const stored = (await deps.table.get(keys.webhook(account, owner))) as Partial<WebhookRecord> | null; // written by update-webhook only
  return {
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

/**
 * What customers see: never the secret nor the header's value.
 * @param chosen the account's list, which applies to every webhook of it. Spec: Events › Rules, 1.
 */
export function webhookView(record: WebhookRecord, chosen: string[] | null, eventsKept: number): Webhook {
  return {
    url: record.url,
    events: chosen ?? DEFAULT_EVENTS,
    auth_header: record.auth_header && { name: record.auth_header.name },
    paused: false,
    paused_reason: null,
    events_kept: eventsKept,
  };
}
