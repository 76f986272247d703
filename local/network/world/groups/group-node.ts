import type { BinaryNode } from "@whiskeysockets/baileys";
import { personAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Group } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { memberAttributes, memberForm } from "../people/member-names.ts";

/** A group with its members and settings, as members get it. */
export function groupNode(transaction: Transaction, group: Group): BinaryNode {
  const members = transaction.store.members.of(group.id).flatMap(({ phone, role }) => {
    const person = transaction.store.people.byPhone(phone);
    return person ? [node("participant", memberAttributes(group, person, role))] : [];
  });
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
      size: members.length,
    },
    [...members, ...descriptionNodes(transaction, group), ...settingNodes(group)],
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
