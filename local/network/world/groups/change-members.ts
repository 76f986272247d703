import { node } from "../../format/nodes.ts";
import type { Group } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { memberAttributes } from "../people/member-names.ts";
import type { World } from "../world.ts";
import { groupNode } from "./group-node.ts";
import { requireAdmin, requireMember } from "./permissions.ts";
import { tellMembers, tellPhones } from "./tell-members.ts";

/** The changes of people in a group. */
export type MemberAction = "add" | "remove" | "promote" | "demote";

/** The outcome for one person: 200, 404 not in the group, 409 already in it. */
export interface MemberOutcome {
  readonly person: Person;
  readonly status: 200 | 404 | 409;
}

/** An admin adds, removes, promotes or demotes people. @throws GroupError not_member, not_admin. */
export function changeMembers(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  action: MemberAction,
  people: readonly Person[],
): MemberOutcome[] {
  requireAdmin(transaction, group, actor.phone, action === "add" && !group.admins_add);
  const outcomes = people.map((person) => ({ person, status: possible(transaction, group, action, person) }));
  const changed = outcomes.filter(({ status }) => status === 200).map(({ person }) => person);
  if (changed.length > 0) APPLY[action](world, transaction, group, actor, changed);
  return outcomes;
}

/** A member leaves. @throws GroupError not_member. */
export function leaveGroup(world: World, transaction: Transaction, group: Group, person: Person): void {
  requireMember(transaction, group, person.phone);
  remove(world, transaction, group, person, [person]);
}

/** A person joins by an invite link, or asks to where admins approve. @returns false when only asked. */
export function joinGroup(world: World, transaction: Transaction, group: Group, person: Person): boolean {
  if (transaction.store.members.find(group.id, person.phone)) return true;
  if (!group.join_approval) {
    add(world, transaction, group, person, [person]);
    return true;
  }
  transaction.store.members.ask(group.id, person.phone, transaction.now);
  const admins = transaction.store.members.of(group.id).filter(({ role }) => role !== "member");
  const asked = node("created_membership_requests", { request_method: "invite_link" }, [
    node("requested_user", memberAttributes(group, person)),
  ]);
  tellPhones(
    world,
    transaction,
    group,
    admins.map(({ phone }) => phone),
    person,
    asked,
  );
  return false;
}

type Apply = (world: World, transaction: Transaction, group: Group, actor: Person, people: readonly Person[]) => void;

const APPLY: Readonly<Record<MemberAction, Apply>> = {
  add,
  remove,
  promote: (world, transaction, group, actor, people) => rank(world, transaction, group, actor, people, "promote"),
  demote: (world, transaction, group, actor, people) => rank(world, transaction, group, actor, people, "demote"),
};

function possible(
  transaction: Transaction,
  group: Group,
  action: MemberAction,
  person: Person,
): MemberOutcome["status"] {
  const isMember = transaction.store.members.find(group.id, person.phone) !== null;
  if (action === "add") return isMember ? 409 : 200;
  return isMember ? 200 : 404;
}

/** The members are told of the new people, and the new people get everything about the group. */
function add(world: World, transaction: Transaction, group: Group, actor: Person, people: readonly Person[]): void {
  tellMembers(world, transaction, group, actor, change("add", group, people));
  for (const { phone } of people) transaction.store.members.put(group.id, { phone, role: "member" });
  const welcome = node("create", { type: "new" }, [groupNode(transaction, group)]);
  tellPhones(
    world,
    transaction,
    group,
    people.map(({ phone }) => phone),
    actor,
    welcome,
  );
}

/** The removed people are told too, and can't read later messages. */
function remove(world: World, transaction: Transaction, group: Group, actor: Person, people: readonly Person[]): void {
  tellMembers(world, transaction, group, actor, change("remove", group, people));
  for (const { phone } of people) transaction.store.members.remove(group.id, phone);
  transaction.store.senderKeys.renewAll(group.id);
}

function rank(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  people: readonly Person[],
  action: "promote" | "demote",
): void {
  const role = action === "promote" ? "admin" : "member";
  for (const { phone } of people) transaction.store.members.put(group.id, { phone, role });
  tellMembers(world, transaction, group, actor, change(action, group, people));
}

function change(tag: string, group: Group, people: readonly Person[]) {
  const participants = people.map((person) => node("participant", memberAttributes(group, person)));
  return node(tag, {}, participants);
}
