import type { Group } from "../../store/groups-table.ts";
import type { GroupRole } from "../../store/members-table.ts";
import type { Turn } from "../../store/turns.ts";
import { GroupError } from "./group-error.ts";

/** The group with this address. @throws GroupError not_found. */
export function groupAt(turn: Turn, id: string | undefined): Group {
  const group = turn.store.groups.find(id ?? "");
  if (!group) throw new GroupError("not_found");
  return group;
}

/** @throws GroupError not_member. */
export function requireMember(turn: Turn, group: Group, phone: string): GroupRole {
  const membership = turn.store.members.find(group.id, phone);
  if (!membership) throw new GroupError("not_member");
  return membership.role;
}

/** Whether this person is an admin or the owner. */
export function isAdmin(turn: Turn, group: Group, phone: string): boolean {
  const role = turn.store.members.find(group.id, phone)?.role;
  return role === "admin" || role === "owner";
}

/** Whether this person may write in the group. */
export function mayWrite(turn: Turn, group: Group, phone: string): boolean {
  if (!turn.store.members.find(group.id, phone)) return false;
  return !group.announcement || isAdmin(turn, group, phone);
}

/** @param unless true: every member may. @throws GroupError not_member, not_admin. */
export function requireAdmin(turn: Turn, group: Group, phone: string, unless = false): void {
  requireMember(turn, group, phone);
  if (!unless && !isAdmin(turn, group, phone)) throw new GroupError("not_admin");
}
