import { node } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { announceDevice } from "./announce-device.ts";

/** The stanza that a device receives when it is logged out. */
export const DEVICE_REMOVED = node("stream:error", { code: 401 }, [node("conflict", { type: "device_removed" })]);

/**
 * Unlinks a device: deletes it, notifies it if it is connected, and removes it from everyone's device lists.
 * @param announced if false, people who have the person's device list aren't notified.
 */
export function unlinkDevice(
  world: World,
  transaction: Transaction,
  owner: Person,
  device: number,
  announced = true,
): void {
  const address = { phone: owner.phone, device };
  transaction.store.devices.remove(address);
  if (announced) announceDevice(world, transaction, owner, "remove", device);
  transaction.afterCommit(() => world.live.connectionOf(address)?.end(DEVICE_REMOVED));
}
