import { randomBytes, randomInt } from "node:crypto";
import type { AddressForm } from "../../format/addresses.ts";
import { node } from "../../format/nodes.ts";
import type { Group } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { groupNode } from "./group-node.ts";
import { tellMembers } from "./tell-members.ts";

/** The server part of a group's address. */
export const GROUP_SERVER = "g.us";

/** Somebody makes a group; everybody in it is told. The creator is in it whether named or not. */
export function createGroup(
  world: World,
  transaction: Transaction,
  creator: Person,
  subject: string,
  people: readonly Person[],
  form: AddressForm,
): Group {
  const group: Group = {
    id: `120363${randomInt(10 ** 11, 10 ** 12)}@${GROUP_SERVER}`,
    form,
    creator: creator.phone,
    createdAt: transaction.now,
    subject,
    subjectBy: creator.phone,
    subjectAt: transaction.now,
    description: "",
    descriptionId: "",
    descriptionBy: creator.phone,
    descriptionAt: transaction.now,
    inviteCode: newInviteCode(),
    announcement: false,
    locked: false,
    admins_add: false,
    join_approval: false,
    disappearing_seconds: 0,
  };
  transaction.store.groups.put(group);
  transaction.store.members.put(group.id, { phone: creator.phone, role: "owner" });
  for (const { phone } of people) {
    if (phone !== creator.phone) transaction.store.members.put(group.id, { phone, role: "member" });
  }
  tellMembers(world, transaction, group, creator, node("create", { type: "new" }, [groupNode(transaction, group)]));
  return group;
}

/** A code as invite links carry it. */
export function newInviteCode(): string {
  return randomBytes(16).toString("base64url");
}
