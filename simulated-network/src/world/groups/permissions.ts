import type { Group } from "../../store/groups/groups-table.ts";
import type { GroupRole } from "../../store/groups/members-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { GroupError } from "./group-error.ts";

/** Returns the group with this address. @throws GroupError not_found. */
export function groupAt(transaction: Transaction, id: string | undefined): Group {
  const group = transaction.store.groups.find(id ?? "");
  if (!group) throw new GroupError("not_found");
  return group;
}

/** Returns a member's role. @throws GroupError not_member. */
export function requireMember(transaction: Transaction, group: Group, phone: string): GroupRole {
  const membership = transaction.store.members.find(group.id, phone);
  if (!membership) throw new GroupError("not_member");
  return membership.role;
}

/** Whether this person is an admin or the owner of the group. */
export function isAdmin(transaction: Transaction, group: Group, phone: string): boolean {
  const role = transaction.store.members.find(group.id, phone)?.role;
  return role === "admin" || role === "owner";
}

/** Whether this person may write in the group. Nobody can write in a community itself. */
export function mayWrite(transaction: Transaction, group: Group, phone: string): boolean {
  if (!transaction.store.members.find(group.id, phone)) return false;
  if (transaction.store.communities.announcementsOf(group.id) !== null) return false;
  return !group.announcement || isAdmin(transaction, group, phone);
}

/** Requires an admin. @param unless true if every member has this right. @throws GroupError not_member, not_admin. */
export function requireAdmin(transaction: Transaction, group: Group, phone: string, unless = false): void {
  requireMember(transaction, group, phone);
  if (!unless && !isAdmin(transaction, group, phone)) throw new GroupError("not_admin");
}

/** Requires the right to see or renew the group's invite. @throws GroupError not_member, no_invite_right. */
export function requireInviteRight(transaction: Transaction, group: Group, phone: string): void {
  requireMember(transaction, group, phone);
  if (!isAdmin(transaction, group, phone)) throw new GroupError("no_invite_right");
}
