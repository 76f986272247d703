import { randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { post } from "../../delivery/post.ts";
import type { DeviceAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { participantAttributes } from "../people/member-names.ts";
import type { World } from "../world.ts";

/** Notifies these people's linked devices of a change that someone made in a group. */
export function tellPhones(
  world: World,
  transaction: Transaction,
  group: Group,
  phones: readonly string[],
  actor: Person,
  change: BinaryNode,
): void {
  const devices = phones.flatMap((phone) => transaction.store.devices.of(phone));
  tellDevices(world, transaction, group, devices, actor, change);
}

/**
 * Notifies all members of a group. Like everyone else, the author of the change is notified on all of their devices.
 */
export function tellMembers(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  change: BinaryNode,
): void {
  tellDevices(world, transaction, group, transaction.store.devices.inGroup(group.id), actor, change);
}

/** Notifies only the admins of a group. */
export function tellAdmins(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  change: BinaryNode,
): void {
  const admins = transaction.store.members.of(group.id).filter(({ role }) => role !== "member");
  const phones = admins.map(({ phone }) => phone);
  tellPhones(world, transaction, group, phones, actor, change);
}

function tellDevices(
  world: World,
  transaction: Transaction,
  group: Group,
  devices: readonly DeviceAddress[],
  actor: Person,
  change: BinaryNode,
): void {
  for (const device of devices) {
    const attributes = {
      from: group.id,
      type: "w:gp2",
      id: randomUUID(),
      t: seconds(transaction.now),
      notify: actor.name,
    };
    const notification = node("notification", { ...attributes, ...participantAttributes(group, actor) }, [change]);
    post(world, transaction, device, notification, { class: "notification", type: "w:gp2" });
  }
}
