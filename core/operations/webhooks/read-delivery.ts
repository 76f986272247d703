import type { AccountId, EventId } from "../../contracts/ids.ts";
import type { Clock } from "../../ports.ts";
import type { EventRecord } from "../../records/event.ts";
import { type DeliveryTry, deliveryTries } from "../../records/webhooks/delivery-try.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { readKeptEvent } from "./read-kept-event.ts";

/**
 * The maximum number of attempts to show: ten regular attempts, plus room for probes during a pause and for manual
 * resends.
 */
const TRIES_SHOWN = 50;

/**
 * Reads an event in the form in which it is posted. Includes the failed attempts to post it to the webhooks of its
 * instance and its account, oldest first. Spec: Webhook delivery.
 * @throws ApiError not_found for an event that is not stored.
 */
export async function readDelivery(
  deps: { table: Table; clock: Clock },
  { account_id: account, event_id: id }: { account_id: AccountId; event_id: EventId },
): Promise<{ event: EventRecord; tries: DeliveryTry[] }> {
  const event = await readKeptEvent(deps.table, account, id, deps.clock.now());
  const owners = event.instance_id === null ? ["account"] : [event.instance_id, "account"];
  const found = await Promise.all(owners.map((owner) => triesOf(deps.table, account, owner, id)));
  return { event, tries: found.flat().sort((a, b) => (a.at < b.at ? -1 : 1)) };
}

async function triesOf(table: Table, account: AccountId, owner: string, event: EventId): Promise<DeliveryTry[]> {
  const { pk, sk } = keys.deliveryTry(account, owner, event, "");
  const { items } = await table.query({ pk, prefix: sk, limit: TRIES_SHOWN, descending: true });
  return items.map(deliveryTries.of);
}
