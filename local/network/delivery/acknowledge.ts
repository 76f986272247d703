import type { DeviceAddress } from "../format/addresses.ts";
import type { Turn } from "../store/turns.ts";
import type { StanzaClass } from "../store/waiting-stanzas-table.ts";
import type { Delivery } from "./delivery.ts";

/** Forgets a stanza its device has taken. @param type null = whatever its type. */
export function acknowledge(
  delivery: Delivery,
  turn: Turn,
  device: DeviceAddress,
  stanzaClass: StanzaClass,
  id: string,
  type: string | null = null,
): void {
  const taken = turn.store.waiting.acknowledge(device, stanzaClass, id, type);
  turn.afterCommit(() => delivery.live.acknowledged(device, taken));
}
