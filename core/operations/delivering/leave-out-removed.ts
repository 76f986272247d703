import type { AccountId, InstanceId } from "../../contracts/ids.ts";
import { expiryOf } from "../../records/event.ts";
import type { WebhookRecord } from "../../records/webhooks/webhook.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/** Something that happened to an instance, or (null) to the account. */
interface OfInstance {
  instance_id: InstanceId | null;
}

/**
 * Those of an account's records whose instance is not removed: its events are not kept for customers from that moment
 * on. One unit read for each instance that is named. Spec: Events polling; Instance lifecycle, delete.
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
 * Whether an event may no longer be posted, because its instance is removed. It is looked up only while the webhook's
 * settings say that one was removed within the time that events wait: accounts that remove none pay nothing.
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
