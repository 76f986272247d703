import { ID_PREFIXES } from "../../contracts/ids.ts";
import { testMessage } from "../../domain/messages/test-message.ts";
import type { Ids } from "../../ports.ts";
import type { EventRecord } from "../../records/event.ts";
import { eventRecord } from "../../records/event.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";

/** Creates a new `webhook.test` event for a webhook. Spec: Events › Event types. */
export function makeTestEvent(deps: { ids: Ids }, webhook: WebhookRecord, now: Date): EventRecord {
  const instance = webhook.owner === "account" ? null : webhook.owner;
  const data = { ...testMessage(deps.ids.next(ID_PREFIXES.message, now), instance, now) };
  return eventRecord(deps, { account_id: webhook.account_id, instance_id: instance, type: "webhook.test", data }, now);
}
