import { randomUUID } from "node:crypto";
import { post } from "../../delivery/post.ts";
import { type DeviceAddress, personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Collection } from "../app-state/collections.ts";
import type { World } from "../world.ts";

/**
 * Notifies the account's devices about collections with new versions. The device that made the change (0 is the phone)
 * isn't notified.
 */
export function tellDevices(
  world: World,
  transaction: Transaction,
  owner: Person,
  writer: DeviceAddress["device"],
  versions: ReadonlyMap<Collection, number>,
): void {
  const collections = [...versions].map(([name, version]) => node("collection", { name, version }));
  for (const { phone, device } of transaction.store.devices.of(owner.phone)) {
    if (device === writer) continue;
    const attributes = {
      from: personAddress(owner, "pn"),
      type: "server_sync",
      id: randomUUID(),
      t: seconds(transaction.now),
    };
    post(world, transaction, { phone, device }, node("notification", attributes, collections), {
      class: "notification",
      type: "server_sync",
    });
  }
}
