import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import type { EventRecord } from "../../records/event.ts";
import { eventRecords } from "../../records/event.ts";
import { deliveriesOf, type ReadsRows } from "../../records/webhooks/endpoint-rows.ts";
import { keys } from "../../store/keys.ts";
import { endpointLane } from "../../store/lane-names.ts";
import type { Item, Table } from "../../store/table.ts";

const PAGE = 50;
const QUEUES = ["untried", "ladder", "tests"] as const;

/**
 * Removes a deleted instance's rows from the account's webhooks, both for failed events and for events that are still
 * waiting. The latter would never be posted, but would still count toward a paused webhook's backlog.
 */
export async function removeDeliveries(deps: ReadsRows, account: AccountId, instance: InstanceId): Promise<void> {
  const { table } = deps;
  const lane = endpointLane(account, "account");
  for (const queue of QUEUES) {
    for (let after: string | undefined; ; ) {
      const { deliveries, more } = await deliveriesOf(deps, lane, queue, PAGE, { after });
      const found = await table.getMany(deliveries.map(({ event_id }) => keys.event(account, event_id)));
      const gone = new Set(
        found
          .map(eventRecords.of)
          .filter((one) => isOf(one, instance))
          .map(({ id }) => id),
      ); // written by publish-event
      await removeAll(
        table,
        deliveries.filter(({ event_id }) => gone.has(event_id)).map(({ row }) => row),
      );
      after = deliveries.at(-1)?.row.sk;
      if (!more || after === undefined) break;
    }
  }
  for (const owner of ["account", instance]) {
    const { pk } = keys.failedDelivery(account, owner, "");
    for (let after: string | undefined; ; ) {
      const { items, more } = await table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
      await removeAll(
        table,
        items.filter((item) => isOf(item, instance)),
      );
      after = items.at(-1)?.sk;
      if (!more || after === undefined) break;
    }
  }
}

const isOf = (record: Record<string, unknown> | EventRecord, instance: InstanceId) => record.instance_id === instance;

const removeAll = (table: Table, items: Pick<Item, "pk" | "sk">[]) =>
  Promise.all(items.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
