import type { WaitingStanza } from "../store/waiting-stanzas-table.ts";
import { node } from "../wire/nodes.ts";
import type { Incoming } from "../wire/stanzas/incoming.ts";
import { greetDevice } from "../world/linking/greet-device.ts";

/**
 * Begins delivery to a device that just logged in: first what waited for it, marked as old, then the notice that this
 * was all, then what its phone sends a new device. Those last ones must not look old: a client that gets its first
 * history before the notice waits twenty seconds for another.
 */
export async function startDelivery({ world, turn, connection, device, owner }: Incoming): Promise<void> {
  const waiting = turn.store.waiting.of(device);
  const fromPhone = waiting.filter(isPeerMessage);
  const old = waiting.filter((stanza) => !isPeerMessage(stanza));
  turn.afterCommit(() => {
    world.live.activate(device, connection);
    for (const [index, stanza] of old.entries()) world.live.push(stanza, index);
    connection.write(node("ib", {}, [node("offline", { count: old.length })]));
    for (const stanza of fromPhone) world.live.push(stanza);
  });
  if (!device.greeted) await greetDevice(world, turn, owner, device);
}

function isPeerMessage({ node: stanza }: WaitingStanza): boolean {
  return stanza.attrs.category === "peer";
}
