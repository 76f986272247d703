import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { expiryOf } from "../../records/event.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** A record that concerns an instance or, if null, the whole account. */
interface OfInstance {
  instance_id: InstanceId | null;
}

/**
 * Filters out records of removed instances, because customers can no longer see those instances' events. Costs one read
 * unit for each instance in the records. Spec: Events polling; Instance lifecycle, delete.
 */
export async function leaveOutRemoved<T extends OfInstance>(
  table: Table,
  account: AccountId,
  records: T[],
): Promise<T[]> {
  const named = new Set(records.flatMap(({ instance_id }) => instance_id ?? []));
  if (named.size === 0) return records;
  const found = await table.getMany([...named].map((id) => keys.accountInstance(account, id)));
  const there = new Set(found.map(({ sk }) => sk));
  return records.filter(({ instance_id }) => instance_id === null || there.has(instance_id));
}

/**
 * Checks whether an event may no longer be posted because its instance was removed. Instances are only read if the
 * webhook's settings show a removal within the time that events can wait, so the check is free for accounts without
 * removals.
 */
export async function isOfRemoved(
  table: Table,
  webhook: Pick<WebhookRecord, "account_id" | "instance_removed_at">,
  event: OfInstance,
  now: Date,
): Promise<boolean> {
  const { account_id: account, instance_removed_at: at } = webhook;
  if (at === undefined || expiryOf(new Date(at)) <= now) return false;
  return (await leaveOutRemoved(table, account, [event])).length === 0;
}
