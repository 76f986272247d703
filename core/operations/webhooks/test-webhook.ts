import { HOUR_MS } from "../../contracts/durations.ts";
import type { AccountId, EventId } from "../../contracts/ids.ts";
import { ApiError, endBusy } from "../../errors.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import { onceAMinute } from "../../records/accounts/once-a-minute.ts";
import { recordWrite } from "../../records/event.ts";
import { sameLife } from "../../records/webhooks/endpoint-state.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { webhookSettings } from "../../records/webhooks/webhook-settings.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { SomeWrites } from "../../store/table.ts";
import { atTable } from "../../store/table-time.ts";
import { makeTestEvent } from "../delivering/make-test-event.ts";

/** How long a test event may wait to be sent before it becomes useless. We chose this value ourselves. */
const USELESS_AFTER_MS = HOUR_MS;
const RACES = 10;

/** Checks that the webhook has a URL. @throws ApiError conflict. */
export function requireUrl(webhook: WebhookRecord): void {
  if (webhook.url !== null) return;
  throw new ApiError("conflict", { message: "The webhook has no url. Set one with PATCH first." });
}

/**
 * Sends a `webhook.test` event, with a single attempt. A paused webhook also receives it, and stays paused. Spec:
 * Webhook management.
 * @throws ApiError conflict without a URL; rate_limited for more than one test per minute.
 * @returns the id of the queued event.
 */
export async function testWebhook(
  deps: LaneDeps,
  place: { account_id: AccountId; owner: string },
): Promise<{ event_id: EventId }> {
  const { account_id: account, owner } = place;
  const lane = endpointLane(account, owner);
  return retryOnChange({ tries: RACES, atEnd: endBusy }, async ({ commit }) => {
    const webhook = await webhookSettings(deps, account, owner);
    requireUrl(webhook);
    const now = deps.clock.now();
    const limit = onceAMinute("tested_at", webhook.tested_at, now);
    const made = atTable(deps.table, now);
    const event = makeTestEvent(deps, webhook, made);
    const row = {
      lane,
      queue: ENDPOINT_QUEUES.tests,
      id: event.id,
      due: now,
      expires_at: new Date(now.getTime() + USELESS_AFTER_MS),
      data: { test: true },
    };
    const writes: SomeWrites = [
      {
        update: keys.webhook(account, owner),
        set: { tested_at: now.toISOString() },
        if: [...sameLife(webhook), ...limit],
      },
      recordWrite(event, made, true),
      putRow(row, now),
    ];
    await commit(deps.table.transact(writes));
    await ensureWake(deps, lane, now, ENDPOINT_QUEUES.tests);
    return { event_id: event.id };
  });
}
