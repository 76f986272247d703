import { node } from "../format/nodes.ts";
import type { LinkedDevice } from "../store/devices-table.ts";
import type { Transaction } from "../store/transactions.ts";
import type { WaitingStanza } from "../store/waiting-stanzas-table.ts";
import type { Delivery } from "./delivery.ts";
import type { DeviceLine } from "./device-line.ts";
import { dirtyNotice } from "./dirty-notice.ts";

/**
 * Starts delivery to a device that just logged in: first the stanzas that waited for it, marked as old, then the notice
 * that these were all, then the messages of its own phone. Those must not look old: a client that gets its first
 * history before the notice waits twenty seconds for another.
 */
export function startDelivery(
  { live }: Delivery,
  transaction: Transaction,
  device: LinkedDevice,
  line: DeviceLine,
): void {
  const waiting = transaction.store.waiting.of(device);
  const fromPhone = waiting.filter(isPeerMessage);
  const old = waiting.filter((stanza) => !isPeerMessage(stanza));
  const dirty = transaction.store.dirtyMarks.of(device);
  transaction.afterCommit(() => {
    live.activate(device, line);
    for (const mark of dirty) line.write(dirtyNotice(mark));
    for (const [index, stanza] of old.entries()) live.push(stanza, index);
    line.write(node("ib", {}, [node("offline", { count: old.length })]));
    for (const stanza of fromPhone) live.push(stanza);
  });
}

function isPeerMessage({ node: stanza }: WaitingStanza): boolean {
  return stanza.attrs.category === "peer";
}
