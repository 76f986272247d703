import { NOTICE_TYPES, type WebhookPausedNotice } from "../../contracts/bus-events.ts";
import { ID_PREFIXES } from "../../contracts/ids.ts";
import { wireTime } from "../../domain/wire-time.ts";
import { busNotice } from "../../records/bus-notice.ts";
import { pauseWrites } from "../../records/webhooks/endpoint-state.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { TransactionRefused } from "../../store/table.ts";
import type { DeliveryDeps } from "./post-event.ts";

/**
 * Pauses an endpoint that hasn't accepted anything for 24 hours. Writes the pause, its activity log line and the notice
 * together. The notice goes to the bus, so that the admins are e-mailed. Spec: Webhook delivery, `active`.
 */
export async function pauseEndpoint(deps: DeliveryDeps, webhook: WebhookRecord): Promise<void> {
  const now = deps.clock.now();
  const { account_id: account } = webhook;
  const writes = pauseWrites(deps.ids, webhook, now);
  const id = deps.ids.next(ID_PREFIXES.notice, now);
  const detail = { ...notice(webhook, id, now) };
  writes.push(busNotice(account, id, now, { detail_type: NOTICE_TYPES.webhookPaused, detail }));
  try {
    await deps.table.transact(writes);
  } catch (error) {
    if (error instanceof TransactionRefused) return; // accepted, paused or changed in the meantime
    throw error;
  }
  deps.log.warn(
    { account_id: account, owner: webhook.owner },
    "a webhook was paused, because it has not accepted any events for 24 hours",
  );
}

const notice = (webhook: WebhookRecord, id: string, now: Date): WebhookPausedNotice => ({
  id,
  account_id: webhook.account_id,
  owner: webhook.owner,
  url_host: webhook.url === null ? "" : new URL(webhook.url).host,
  failing_since: wireTime(new Date(webhook.failing_since ?? now)),
  paused_at: wireTime(now),
});
