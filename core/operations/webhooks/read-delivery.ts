import type { AccountId, EventId } from "../../contracts/ids.ts";
import { ID_PREFIXES, idPattern } from "../../contracts/ids.ts";
import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import { type EventRecord, eventRecords } from "../../records/event.ts";
import { type DeliveryTry, deliveryTries } from "../../records/webhooks/delivery-try.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { leaveOutRemoved } from "../delivering/leave-out-removed.ts";

const EVENT_ID = idPattern(ID_PREFIXES.event);

/** Ten attempts, and room for probes during a pause and events sent again by hand. */
const TRIES_SHOWN = 50;

/**
 * Reads an event as it is posted, with its failed attempts, oldest first, at its instance's webhook and at the
 * account's. Spec: Webhook delivery.
 * @throws ApiError not_found for an event that is not stored.
 */
export async function readDelivery(
  deps: { table: Table; clock: Clock },
  { account_id: account, event_id: id }: { account_id: AccountId; event_id: EventId },
): Promise<{ event: EventRecord; tries: DeliveryTry[] }> {
  const event = EVENT_ID.test(id) ? await eventRecords.read(deps.table, account, id) : null;
  const isKept = event && event.ttl * 1000 > deps.clock.now().getTime();
  if (!isKept || (await leaveOutRemoved(deps.table, account, [event])).length === 0)
    throw new ApiError("not_found", {
      message: "There is no event with this id. Events are kept for 30 days unless the account keeps them for less.",
    });
  const owners = event.instance_id === null ? ["account"] : [event.instance_id, "account"];
  const found = await Promise.all(owners.map((owner) => triesOf(deps.table, account, owner, id)));
  return { event, tries: found.flat().sort((a, b) => (a.at < b.at ? -1 : 1)) };
}

async function triesOf(table: Table, account: AccountId, owner: string, event: EventId): Promise<DeliveryTry[]> {
  const { pk, sk } = keys.deliveryTry(account, owner, event, "");
  const { items } = await table.query({ pk, prefix: sk, limit: TRIES_SHOWN, descending: true });
  return items.map(deliveryTries.of);
}
