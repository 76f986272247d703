import type { InstanceId } from "../contracts/ids.ts";
import { CacheSlot, cachesOf } from "../store/caches.ts";
import type { Table } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";

/**
 * Records as this process wrote them last, by instance and network id. Receipts come soon after a send, or hours later:
 * then the record is read.
 */
const SENT = new CacheSlot<MessageRecord>("messages as they were sent", 2_000);

const placeOf = (instance: InstanceId, networkId: string) => `${instance}|${networkId}`;

/**
 * Remembers a message of ours as it is stored now. That is only a belief: code that acts on it writes on the condition
 * that the message is unchanged, and reads it when it isn't.
 */
export function rememberSent(table: Table, message: MessageRecord): void {
  if (message.network_id === null) return;
  const place = placeOf(message.instance_id, message.network_id);
  const remembered = { ...message, network_bytes: null };
  cachesOf(table).at(SENT).set(place, remembered);
}

/** The message as it was last remembered; null: it never was, or no longer is. */
export const recallSent = (table: Table, instance: InstanceId, networkId: string): MessageRecord | null =>
  cachesOf(table).at(SENT).get(placeOf(instance, networkId)) ?? null;

/** Forgets a message: the memory was wrong, or the message has its final status. */
export function forgetSent(table: Table, instance: InstanceId, networkId: string): void {
  cachesOf(table).at(SENT).delete(placeOf(instance, networkId));
}
