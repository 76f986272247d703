import type { InstanceId } from "../contracts/ids.ts";
import { CacheSlot, cachesOf } from "../store/caches.ts";
import type { Table } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";

/**
 * Message records as last written by this process, by instance and network id. Receipts usually arrive soon after a
 * send. For those that arrive hours later, the record is read from the table instead.
 */
const SENT = new CacheSlot<MessageRecord>("messages as they were sent", 2_000);

const placeOf = (instance: InstanceId, networkId: string) => `${instance}|${networkId}`;

/**
 * Caches one of our messages as currently stored. The entry may become outdated, so code that uses it makes its write
 * conditional on the message being unchanged, and reads the message if the write is refused.
 */
export function rememberSent(table: Table, message: MessageRecord): void {
  if (message.network_id === null) return;
  const place = placeOf(message.instance_id, message.network_id);
  const remembered = { ...message, network_bytes: null };
  cachesOf(table).at(SENT).set(place, remembered);
}

/** Returns the most recently cached version of the message, or null if it isn't in the cache. */
export const recallSent = (table: Table, instance: InstanceId, networkId: string): MessageRecord | null =>
  cachesOf(table).at(SENT).get(placeOf(instance, networkId)) ?? null;

/**
 * Removes a message from the cache, either because the entry was outdated or because the message has reached its final
 * status.
 */
export function forgetSent(table: Table, instance: InstanceId, networkId: string): void {
  cachesOf(table).at(SENT).delete(placeOf(instance, networkId));
}
