import type { BinaryNode } from "@whiskeysockets/baileys";
import { personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { memberAttributes, memberForm } from "../people/member-names.ts";

/** Options for how much of a group to include. */
export interface GroupShow {
  /** The maximum number of members to include. 0 includes no members; defaults to all. */
  readonly members?: number;
  readonly description?: boolean;
  /** Nodes for people who couldn't be added. They are listed after the members. */
  readonly others?: readonly BinaryNode[];
}

/** Builds the node for a group with its members and settings, as sent to members. */
export function groupNode(transaction: Transaction, group: Group, show: GroupShow = {}): BinaryNode {
  const { members: most = Number.POSITIVE_INFINITY, description = true, others = [] } = show;
  const shown = most === 0 ? [] : transaction.store.members.named(group.id).slice(0, most);
  const members = shown.map((member) => node("participant", memberAttributes(group, member, member.role)));
  const creator = transaction.store.people.byPhone(group.creator);
  const subjectBy = transaction.store.people.byPhone(group.subjectBy);
  return node(
    "group",
    {
      id: group.id.split("@")[0],
      addressing_mode: group.form,
      subject: group.subject,
      s_t: seconds(group.subjectAt),
      ...(subjectBy && named("s_o", group, subjectBy)),
      creation: seconds(group.createdAt),
      ...(creator && named("creator", group, creator)),
      size: transaction.store.members.count(group.id),
    },
    [
      ...members,
      ...others,
      ...(description ? descriptionNodes(transaction, group) : []),
      ...settingNodes(group),
      ...placeNodes(transaction, group),
    ],
  );
}

function named(attribute: string, group: Group, person: Person) {
  const form = memberForm(group, person);
  const pn = form === "lid" && !person.hide_number ? personAddress(person, "pn") : undefined;
  return { [attribute]: personAddress(person, form), [`${attribute}_pn`]: pn };
}

function descriptionNodes(transaction: Transaction, group: Group): BinaryNode[] {
  const by = transaction.store.people.byPhone(group.descriptionBy);
  if (group.description === "" || !by) return [];
  const attributes = { id: group.descriptionId, t: seconds(group.descriptionAt), ...named("participant", group, by) };
  return [node("description", attributes, [node("body", {}, Buffer.from(group.description))])];
}

function settingNodes(group: Group): BinaryNode[] {
  const { announcement, locked, admins_add, join_approval, disappearing_seconds } = group;
  return [
    ...(announcement ? [node("announcement")] : []),
    ...(locked ? [node("locked")] : []),
    ...(disappearing_seconds > 0 ? [node("ephemeral", { expiration: disappearing_seconds })] : []),
    node("member_add_mode", {}, Buffer.from(admins_add ? "admin_add" : "all_member_add")),
    ...(join_approval ? [node("membership_approval_mode", {}, [node("group_join", { state: "on" })])] : []),
  ];
}

/** Returns nodes that say which community the group is part of and whether people can join. */
function placeNodes({ store, now }: Transaction, { id }: Group): BinaryNode[] {
  const { communities, growth } = store;
  const parent = communities.parentOf(id);
  const isDefault = parent !== null && communities.announcementsOf(parent) === id;
  const lockedUntil = growth.lockedUntil(id, now);
  return [
    ...(communities.announcementsOf(id)
      ? [node("parent", { default_membership_approval_mode: "request_required" })]
      : []),
    ...(parent === null ? [] : [node("linked_parent", { jid: parent })]),
    ...(isDefault ? [node("default_sub_group")] : []),
    ...(lockedUntil ? [node("growth_locked", { type: "invite", expiration: seconds(lockedUntil) })] : []),
  ];
}
