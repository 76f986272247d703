import { randomBytes } from "node:crypto";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { node, seconds } from "../../format/nodes.ts";
import type { Group, GroupSettings } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Turn } from "../../store/turns.ts";
import type { World } from "../world.ts";
import { newInviteCode } from "./create-group.ts";
import { requireAdmin } from "./permissions.ts";
import { tellMembers } from "./tell-members.ts";

/** Changes the subject and tells the members. @throws GroupError not_member, not_admin. */
export function changeSubject(world: World, turn: Turn, group: Group, actor: Person, subject: string): Group {
  requireAdmin(turn, group, actor.phone, !group.locked);
  const changed = { ...group, subject, subjectBy: actor.phone, subjectAt: turn.now };
  turn.store.groups.put(changed);
  tellMembers(world, turn, changed, actor, node("subject", { subject, s_t: seconds(turn.now) }));
  return changed;
}

/** An empty description takes it away. @throws GroupError not_member, not_admin. */
export function changeDescription(world: World, turn: Turn, group: Group, actor: Person, description: string): Group {
  requireAdmin(turn, group, actor.phone, !group.locked);
  const descriptionId = randomBytes(8).toString("hex").toUpperCase();
  const changed = { ...group, description, descriptionId, descriptionBy: actor.phone, descriptionAt: turn.now };
  turn.store.groups.put(changed);
  const told =
    description === ""
      ? node("description", { id: descriptionId, delete: "true" })
      : node("description", { id: descriptionId }, [node("body", {}, Buffer.from(description))]);
  tellMembers(world, turn, changed, actor, told);
  return changed;
}

/** One change of the settings. @throws GroupError not_member, not_admin. */
export function changeGroupSetting<Name extends keyof GroupSettings>(
  world: World,
  turn: Turn,
  group: Group,
  actor: Person,
  name: Name,
  value: GroupSettings[Name],
): Group {
  requireAdmin(turn, group, actor.phone);
  const changed = { ...group, [name]: value };
  turn.store.groups.put(changed);
  tellMembers(world, turn, changed, actor, SETTING_NODES[name](changed));
  return changed;
}

/** Makes a new invite code; earlier links no longer work. @throws GroupError not_member, not_admin. */
export function renewInvite(world: World, turn: Turn, group: Group, actor: Person): Group {
  requireAdmin(turn, group, actor.phone);
  const changed = { ...group, inviteCode: newInviteCode() };
  turn.store.groups.put(changed);
  tellMembers(world, turn, changed, actor, node("invite", { code: changed.inviteCode }));
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
