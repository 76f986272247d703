import { randomUUID } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { post } from "../../delivery/post.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Group } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { participantAttributes } from "../people/member-names.ts";
import type { World } from "../world.ts";

/** Tells the linked devices of these people that somebody changed something in a group. */
export function tellPhones(
  world: World,
  transaction: Transaction,
  group: Group,
  phones: readonly string[],
  actor: Person,
  change: BinaryNode,
): void {
  for (const phone of phones) {
    for (const device of transaction.store.devices.of(phone)) {
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
}

/** Tells everybody in the group. */
export function tellMembers(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  change: BinaryNode,
): void {
  const phones = transaction.store.members.of(group.id).map(({ phone }) => phone);
  tellPhones(world, transaction, group, phones, actor, change);
}
