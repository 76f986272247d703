import { randomBytes } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { node, seconds } from "../../format/nodes.ts";
import type { Group, GroupSettings } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { GroupError } from "./group-error.ts";
import { newInviteCode } from "./invite-code.ts";
import { requireAdmin, requireInviteRight } from "./permissions.ts";
import { tellMembers } from "./tell-members.ts";

/** A new description. An empty description removes the current one. The author chooses the `id`. */
export interface NewDescription {
  readonly text: string;
  readonly id: string;
}

const LONGEST_SUBJECT = 100;
const LONGEST_DESCRIPTION = 2048;

/** Checks the length of a subject. @throws GroupError bad_request, not_acceptable. */
export function requireShortSubject(subject: string): void {
  if (subject.trim() === "") throw new GroupError("bad_request");
  if ([...subject].length > LONGEST_SUBJECT) throw new GroupError("not_acceptable");
}

/** Checks the length of a description. @throws GroupError not_acceptable. */
export function requireShortDescription(description: string): void {
  if ([...description].length > LONGEST_DESCRIPTION) throw new GroupError("not_acceptable");
}

/** Generates an id for a description. */
export function newDescriptionId(): string {
  return randomBytes(8).toString("hex").toUpperCase();
}

/**
 * Changes a group's subject and notifies the members. @throws GroupError not_member, not_admin, bad_request,
 * not_acceptable.
 */
export function changeSubject(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  subject: string,
): Group {
  requireAdmin(transaction, group, actor.phone, !group.locked);
  requireShortSubject(subject);
  const changed = { ...group, subject, subjectBy: actor.phone, subjectAt: transaction.now };
  transaction.store.groups.put(changed);
  tellMembers(world, transaction, changed, actor, node("subject", { subject, s_t: seconds(transaction.now) }));
  return changed;
}

/** Changes or removes a group's description. @throws GroupError not_member, not_admin, not_acceptable. */
export function changeDescription(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  { text: description, id: descriptionId }: NewDescription,
): Group {
  requireAdmin(transaction, group, actor.phone, !group.locked);
  requireShortDescription(description);
  const changed = { ...group, description, descriptionId, descriptionBy: actor.phone, descriptionAt: transaction.now };
  transaction.store.groups.put(changed);
  const told =
    description === ""
      ? node("description", { id: descriptionId, delete: "true" })
      : node("description", { id: descriptionId }, [node("body", {}, Buffer.from(description))]);
  tellMembers(world, transaction, changed, actor, told);
  return changed;
}

/** Changes one of a group's settings. @throws GroupError not_member, not_admin. */
export function changeGroupSetting<Name extends keyof GroupSettings>(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  name: Name,
  value: GroupSettings[Name],
): Group {
  requireAdmin(transaction, group, actor.phone);
  const changed = { ...group, [name]: value };
  transaction.store.groups.put(changed);
  tellMembers(world, transaction, changed, actor, SETTING_NODES[name](changed));
  return changed;
}

/** Creates a new invite code, which invalidates earlier links. @throws GroupError not_member, no_invite_right. */
export function renewInvite(world: World, transaction: Transaction, group: Group, actor: Person): Group {
  requireInviteRight(transaction, group, actor.phone);
  transaction.store.invites.retire(group.inviteCode);
  const changed = { ...group, inviteCode: newInviteCode() };
  transaction.store.groups.put(changed);
  tellMembers(world, transaction, changed, actor, node("invite", { code: changed.inviteCode }));
  return changed;
}

/**
 * Prevents people from joining by link until a specific time, and notifies the members. A time in the past allows
 * joining again.
 */
export function lockGrowth(world: World, transaction: Transaction, group: Group, actor: Person, until: Date): void {
  transaction.store.growth.lock(group.id, until);
  const told =
    until > transaction.now
      ? node("growth_locked", { type: "invite", expiration: seconds(until) })
      : node("growth_unlocked", { type: "invite" });
  tellMembers(world, transaction, group, actor, told);
}

/** Functions that build each setting's notification. */
const SETTING_NODES: Readonly<Record<keyof GroupSettings, (group: Group) => BinaryNode>> = {
  announcement: ({ announcement }) => node(announcement ? "announcement" : "not_announcement"),
  locked: ({ locked }) => node(locked ? "locked" : "unlocked"),
  admins_add: ({ admins_add }) => node("member_add_mode", {}, Buffer.from(admins_add ? "admin_add" : "all_member_add")),
  join_approval: ({ join_approval }) =>
    node("membership_approval_mode", {}, [node("group_join", { state: join_approval ? "on" : "off" })]),
  disappearing_seconds: ({ disappearing_seconds }) =>
    disappearing_seconds > 0 ? node("ephemeral", { expiration: disappearing_seconds }) : node("not_ephemeral"),
};
