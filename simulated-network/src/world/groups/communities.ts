import type { BinaryNode } from "@whiskeysockets/baileys";
import { node, seconds } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { foundGroup, type GroupPlan, tellOfFounding } from "./create-group.ts";
import { GroupError } from "./group-error.ts";
import { requireAdmin } from "./permissions.ts";
import { tellMembers } from "./tell-members.ts";

/** A community and its announcement group, where only admins can write. */
export interface Community {
  readonly parent: Group;
  readonly announcements: Group;
}

/** Creates a community: a parent group, and an announcement group with the same people. */
export function createCommunity(world: World, transaction: Transaction, creator: Person, plan: GroupPlan): Community {
  const parent = foundGroup(transaction, creator, plan).group;
  const settings = { announcement: true, locked: true };
  const announcements = foundGroup(transaction, creator, { ...plan, settings }).group;
  transaction.store.communities.add(parent.id, announcements.id);
  transaction.store.communities.link(announcements.id, parent.id);
  tellOfFounding(world, transaction, creator, parent);
  tellOfFounding(world, transaction, creator, announcements);
  return { parent, announcements };
}

/**
 * Links a group to a community on behalf of someone who is an admin of both. @throws GroupError not_member, not_admin,
 * not_found, already.
 */
export function linkGroup(world: World, transaction: Transaction, parent: Group, group: Group, actor: Person): void {
  const { communities } = transaction.store;
  requireAdmins(transaction, parent, group, actor);
  if (communities.announcementsOf(parent.id) === null) throw new GroupError("not_found");
  if (communities.parentOf(group.id) !== null || parent.id === group.id) throw new GroupError("already");
  communities.link(group.id, parent.id);
  tellMembers(world, transaction, group, actor, node("link", { link_type: "parent_group" }, [named(parent)]));
  tellMembers(world, transaction, parent, actor, node("link", { link_type: "sub_group" }, [named(group)]));
}

/** Unlinks a group from its community. @throws GroupError not_member, not_admin, not_found. */
export function unlinkGroup(
  world: World,
  transaction: Transaction,
  parent: Group,
  group: Group,
  actor: Person,
  reason: "unlink_group" | "delete_parent" = "unlink_group",
): void {
  const { communities } = transaction.store;
  const isAnnouncements = communities.announcementsOf(parent.id) === group.id;
  if (communities.parentOf(group.id) !== parent.id || isAnnouncements) throw new GroupError("not_found");
  if (reason === "unlink_group") requireAdmin(transaction, parent, actor.phone);
  communities.unlink(group.id);
  const told = (type: string, other: Group) =>
    node("unlink", { unlink_type: type, unlink_reason: reason }, [named(other)]);
  tellMembers(world, transaction, group, actor, told("parent_group", parent));
  tellMembers(world, transaction, parent, actor, told("sub_group", group));
}

function requireAdmins(transaction: Transaction, parent: Group, group: Group, actor: Person): void {
  requireAdmin(transaction, parent, actor.phone);
  requireAdmin(transaction, group, actor.phone);
}

function named({ id, subject, subjectAt }: Group): BinaryNode {
  return node("group", { jid: id, subject, s_t: seconds(subjectAt) });
}
