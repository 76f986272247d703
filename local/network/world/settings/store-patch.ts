import { randomUUID } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { post } from "../../delivery/post.ts";
import { type DeviceAddress, personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";

/**
 * Adds a patch to a collection and tells the account's devices, but for the one it came from (device 0 = the phone).
 *
 * @returns the collection's new version. A patch does not know it when it is uploaded; the stored one carries it.
 */
export function storePatch(
  world: World,
  transaction: Transaction,
  owner: Person,
  writer: DeviceAddress["device"],
  name: string,
  patch: proto.ISyncdPatch,
): number {
  const version = transaction.store.account.appStateVersion(owner.phone, name) + 1;
  const stored = Buffer.from(proto.SyncdPatch.encode({ ...patch, version: { version } }).finish());
  transaction.store.account.addAppStatePatch(owner.phone, name, version, stored);
  for (const { phone, device } of transaction.store.devices.of(owner.phone)) {
    if (device === writer) continue;
    const attributes = {
      from: personAddress(owner, "pn"),
      type: "server_sync",
      id: randomUUID(),
      t: seconds(transaction.now),
    };
    const notification = node("notification", attributes, [node("collection", { name, version })]);
    post(world, transaction, { phone, device }, notification, { class: "notification", type: "server_sync" });
  }
  return version;
}
