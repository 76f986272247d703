import { node } from "../format/nodes.ts";
import type { LinkedDevice } from "../store/devices-table.ts";
import type { Transaction } from "../store/transactions.ts";
import type { WaitingStanza } from "../store/waiting-stanzas-table.ts";
import type { Delivery } from "./delivery.ts";
import type { DeviceConnection } from "./device-connection.ts";
import { dirtyNotice } from "./dirty-notice.ts";

/**
 * Starts delivery to a device that has just logged in. It receives the stanzas that were waiting for it, marked as old,
 * then the notice that nothing else is waiting, and finally the messages from its own phone. The phone's messages must
 * not look old: a client that receives its first history before the notice waits twenty seconds for more history.
 */
export function startDelivery(
  { live }: Delivery,
  transaction: Transaction,
  device: LinkedDevice,
  connection: DeviceConnection,
): void {
  const waiting = transaction.store.waiting.of(device);
  const fromPhone = waiting.filter(isPeerMessage);
  const old = waiting.filter((stanza) => !isPeerMessage(stanza));
  const dirty = transaction.store.dirtyMarks.of(device);
  transaction.afterCommit(() => {
    live.activate(device, connection);
    for (const mark of dirty) connection.write(dirtyNotice(mark));
    for (const [index, stanza] of old.entries()) live.push(stanza, index);
    connection.write(node("ib", {}, [node("offline", { count: old.length })]));
    for (const stanza of fromPhone) live.push(stanza);
  });
}

function isPeerMessage({ node: stanza }: WaitingStanza): boolean {
  return stanza.attrs.category === "peer";
}
