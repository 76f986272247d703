import { randomBytes } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { node, seconds } from "../../format/nodes.ts";
import type { Group, GroupSettings } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { World } from "../world.ts";
import { newInviteCode } from "./create-group.ts";
import { requireAdmin } from "./permissions.ts";
import { tellMembers } from "./tell-members.ts";

/** Changes the subject and tells the members. @throws GroupError not_member, not_admin. */
export function changeSubject(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  subject: string,
): Group {
  requireAdmin(transaction, group, actor.phone, !group.locked);
  const changed = { ...group, subject, subjectBy: actor.phone, subjectAt: transaction.now };
  transaction.store.groups.put(changed);
  tellMembers(world, transaction, changed, actor, node("subject", { subject, s_t: seconds(transaction.now) }));
  return changed;
}

/** An empty description takes it away. @throws GroupError not_member, not_admin. */
export function changeDescription(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  description: string,
): Group {
  requireAdmin(transaction, group, actor.phone, !group.locked);
  const descriptionId = randomBytes(8).toString("hex").toUpperCase();
  const changed = { ...group, description, descriptionId, descriptionBy: actor.phone, descriptionAt: transaction.now };
  transaction.store.groups.put(changed);
  const told =
    description === ""
      ? node("description", { id: descriptionId, delete: "true" })
      : node("description", { id: descriptionId }, [node("body", {}, Buffer.from(description))]);
  tellMembers(world, transaction, changed, actor, told);
  return changed;
}

/** One change of the settings. @throws GroupError not_member, not_admin. */
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

/** Makes a new invite code; earlier links no longer work. @throws GroupError not_member, not_admin. */
export function renewInvite(world: World, transaction: Transaction, group: Group, actor: Person): Group {
  requireAdmin(transaction, group, actor.phone);
  const changed = { ...group, inviteCode: newInviteCode() };
  transaction.store.groups.put(changed);
  tellMembers(world, transaction, changed, actor, node("invite", { code: changed.inviteCode }));
  return changed;
}

/** The notification of each setting. */
const SETTING_NODES: Readonly<Record<keyof GroupSettings, (group: Group) => BinaryNode>> = {
  announcement: ({ announcement }) => node(announcement ? "announcement" : "not_announcement"),
  locked: ({ locked }) => node(locked ? "locked" : "unlocked"),
  admins_add: ({ admins_add }) => node("member_add_mode", {}, Buffer.from(admins_add ? "admin_add" : "all_member_add")),
  join_approval: ({ join_approval }) =>
    node("membership_approval_mode", {}, [node("group_join", { state: join_approval ? "on" : "off" })]),
  disappearing_seconds: ({ disappearing_seconds }) =>
    disappearing_seconds > 0 ? node("ephemeral", { expiration: disappearing_seconds }) : node("not_ephemeral"),
};
