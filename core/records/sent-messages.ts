import type { InstanceId } from "../contracts/ids.ts";
import { CacheSlot, cachesOf } from "../store/caches.ts";
import type { Table } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";

/**
 * Records as this process last wrote them, by instance and network id. Receipts arrive soon after a send, or hours
 * later, when the record is read instead.
 */
const SENT = new CacheSlot<MessageRecord>("messages as they were sent", 2_000);

const placeOf = (instance: InstanceId, networkId: string) => `${instance}|${networkId}`;

/**
 * Remembers our message as it is stored now. This may be outdated later, so code that uses it requires in its write
 * that the message is unchanged, and reads it if not.
 */
export function rememberSent(table: Table, message: MessageRecord): void {
  if (message.network_id === null) return;
  const place = placeOf(message.instance_id, message.network_id);
  const remembered = { ...message, network_bytes: null };
  cachesOf(table).at(SENT).set(place, remembered);
}

/** Returns the message as it was last remembered; null if it was not, or no longer is. */
export const recallSent = (table: Table, instance: InstanceId, networkId: string): MessageRecord | null =>
  cachesOf(table).at(SENT).get(placeOf(instance, networkId)) ?? null;

/** Forgets a message, because the memory was wrong or the message has its final status. */
export function forgetSent(table: Table, instance: InstanceId, networkId: string): void {
  cachesOf(table).at(SENT).delete(placeOf(instance, networkId));
}
