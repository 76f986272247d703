import type { DeviceAddress } from "../addresses.ts";
import type { StanzaClass } from "../store/waiting-stanzas-table.ts";
import type { Turn } from "../turns.ts";
import type { World } from "../world.ts";

/** Forgets a stanza its device has taken. @param type null = whatever its type. */
export function acknowledge(
  world: World,
  turn: Turn,
  device: DeviceAddress,
  stanzaClass: StanzaClass,
  id: string,
  type: string | null = null,
): void {
  const taken = turn.store.waiting.acknowledge(device, stanzaClass, id, type);
  turn.afterCommit(() => world.live.acknowledged(device, taken));
}
