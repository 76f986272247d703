import type { InstanceId } from "../contracts/ids.ts";
import type { Table } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";

/** Receipts come soon after a send, or hours later: then the record is read. */
const KEPT = 2_000;

/** Records as this process wrote them last, by instance and network id; the oldest goes first. */
const sent = new WeakMap<Table, Map<string, MessageRecord>>();

const placeOf = (instance: InstanceId, networkId: string) => `${instance}|${networkId}`;

/**
 * Remembers a message of ours as it is stored now. What is remembered is only a belief: whoever acts on it writes on
 * the condition that the message is still so, and reads it when it isn't.
 */
export function rememberSent(table: Table, message: MessageRecord): void {
  if (message.network_id === null) return;
  const known = sent.get(table) ?? new Map<string, MessageRecord>();
  sent.set(table, known);
  const place = placeOf(message.instance_id, message.network_id);
  known.delete(place);
  known.set(place, { ...message, network_bytes: null });
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
}

/** The message as it was remembered last; null: not, or not any more. */
export const recallSent = (table: Table, instance: InstanceId, networkId: string): MessageRecord | null =>
  sent.get(table)?.get(placeOf(instance, networkId)) ?? null;

/** What was remembered turned out to be wrong, or the message has reached its end. */
export function forgetSent(table: Table, instance: InstanceId, networkId: string): void {
  sent.get(table)?.delete(placeOf(instance, networkId));
}
