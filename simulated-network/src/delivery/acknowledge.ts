import type { DeviceAddress } from "../format/addresses.ts";
import type { Transaction } from "../store/transactions.ts";
import type { StanzaClass } from "../store/waiting-stanzas-table.ts";
import type { Delivery } from "./delivery.ts";

/** Removes a stored stanza that its device has acknowledged. @param type null matches any type. */
export function acknowledge(
  delivery: Delivery,
  transaction: Transaction,
  device: DeviceAddress,
  stanzaClass: StanzaClass,
  id: string,
  type: string | null = null,
): void {
  const taken = transaction.store.waiting.acknowledge(device, stanzaClass, id, type);
  transaction.afterCommit(() => delivery.live.acknowledged(device, taken));
}
