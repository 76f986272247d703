import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, childBytes, contentBytes } from "../../format/nodes.ts";
import type { Group, GroupSettings } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { NewDescription } from "../../world/groups/change-group.ts";
import { linkGroup } from "../../world/groups/communities.ts";
import { createGroup } from "../../world/groups/create-group.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { groupNode } from "../../world/groups/group-node.ts";
import { groupAt, requireAdmin } from "../../world/groups/permissions.ts";
import type { Incoming } from "../connection/incoming.ts";
import { memberNode } from "./group-members.ts";
import { type PersonAsked, peopleAsked } from "./group-query.ts";

/**
 * Creates a group with its description and settings. The response also lists the people who couldn't be added, each
 * with the code for the refusal. A second request with the same key creates another group.
 */
export function createGroupAsked({ world, transaction, owner, stanza }: Incoming): BinaryNode[] {
  const wish = child(stanza, "create");
  if (!wish || child(wish, "parent")) throw new GroupError("bad_request");
  const parent = parentIn(transaction, owner, wish);
  const asked = peopleAsked(transaction, wish);
  const { group, outcomes } = createGroup(world, transaction, owner, {
    subject: wish.attrs.subject ?? "",
    people: asked.flatMap(({ person }) => person ?? []),
    form: "lid",
    description: descriptionIn(wish),
    settings: settingsIn(wish),
  });
  if (parent) linkGroup(world, transaction, parent, group, owner);
  const known = new Map(outcomes.map((outcome) => [outcome.person.phone, outcome]));
  const isIn = ({ person }: PersonAsked) => person !== null && (known.get(person.phone)?.status ?? 200) === 200;
  const others = asked.filter((one) => !isIn(one)).map((one) => memberNode(group, one, known));
  return [groupNode(transaction, group, { others })];
}

/** Returns the community in which to create the group. @throws GroupError not_found, not_member, not_admin. */
function parentIn(transaction: Transaction, owner: Person, wish: BinaryNode): Group | null {
  const id = child(wish, "linked_parent")?.attrs.jid;
  if (id === undefined) return null;
  const parent = groupAt(transaction, id);
  if (transaction.store.communities.announcementsOf(id) === null) throw new GroupError("not_found");
  requireAdmin(transaction, parent, owner.phone);
  return parent;
}

function descriptionIn(wish: BinaryNode): NewDescription | undefined {
  const description = child(wish, "description");
  const text = childBytes(description, "body")?.toString();
  if (!description || text === undefined) return undefined;
  if (!description.attrs.id) throw new GroupError("bad_request");
  return { text, id: description.attrs.id };
}

/** Parses a new group's settings, which use the same nodes as changes to an existing group. */
function settingsIn(wish: BinaryNode): Partial<GroupSettings> {
  const approval = child(child(wish, "membership_approval_mode"), "group_join");
  return {
    announcement: child(wish, "announcement") !== null,
    locked: child(wish, "locked") !== null,
    admins_add: addModeOf(child(wish, "member_add_mode")),
    join_approval: approval?.attrs.state === "on",
    disappearing_seconds: Number(child(wish, "ephemeral")?.attrs.expiration ?? 0),
  };
}

/**
 * Parses the mode that determines whether only admins can add people. @throws GroupError bad_request for an unknown
 * mode.
 */
export function addModeOf(mode: BinaryNode | null): boolean {
  const said = contentBytes(mode)?.toString() ?? "all_member_add";
  if (said !== "admin_add" && said !== "all_member_add") throw new GroupError("bad_request");
  return said === "admin_add";
}
