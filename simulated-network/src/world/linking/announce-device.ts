import { randomUUID } from "node:crypto";
import { post } from "../../delivery/post.ts";
import { type DeviceAddress, deviceAddress, personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/** Notifies everyone who has this person's device list that a device was added or removed. */
export function announceDevice(
  world: World,
  transaction: Transaction,
  owner: Person,
  change: "add" | "remove",
  device: number,
): void {
  for (const watcher of transaction.store.devices.watchersOf(owner.phone)) {
    if (watcher.phone === owner.phone && watcher.device === device) continue;
    post(world, transaction, watcher, notification(owner, change, device, transaction.now), {
      class: "notification",
      type: "devices",
    });
  }
}

/**
 * Builds the notification. It contains both of the device's addresses, because some device lists are stored by number
 * and others by private id.
 */
function notification(owner: Person, change: "add" | "remove", device: DeviceAddress["device"], now: Date) {
  const devices = (["pn", "lid"] as const).map((form) => node("device", { jid: deviceAddress(owner, device, form) }));
  return node(
    "notification",
    { from: personAddress(owner, "pn"), type: "devices", id: randomUUID(), t: seconds(now) },
    [node(change, { device_hash: "2:simulated" }, devices)],
  );
}
