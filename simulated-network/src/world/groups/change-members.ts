import { randomBytes } from "node:crypto";
import { node } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { AddOffer } from "../../store/groups/invites-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { memberAttributes } from "../people/member-names.ts";
import type { World } from "../world.ts";
import { groupNode } from "./group-node.ts";
import { type MemberStatus, mayBeAdded } from "./may-be-added.ts";
import { requireAdmin, requireMember } from "./permissions.ts";
import { tellMembers, tellPhones } from "./tell-members.ts";

/** The changes that an admin can make to people in a group. */
export type MemberAction = "add" | "remove" | "promote" | "demote";

/** The outcome of a change for one person. `offer` is set if the person can't be added but can be invited. */
export interface MemberOutcome {
  readonly person: Person;
  readonly status: MemberStatus;
  readonly offer: AddOffer | null;
}

/** How long the invitation stays valid for a person who couldn't be added. */
const OFFER_MS = 3 * 24 * 60 * 60 * 1000;

/** Adds, removes, promotes, or demotes people on behalf of an admin. @throws GroupError not_member, not_admin. */
export function changeMembers(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  action: MemberAction,
  people: readonly Person[],
): MemberOutcome[] {
  requireAdmin(transaction, group, actor.phone, action === "add" && !group.admins_add);
  const outcomes =
    action === "add"
      ? judgeAdds(transaction, group, actor, people)
      : people.map((person) => outcome(person, changeable(transaction, group, action, person)));
  const changed = outcomes.filter(({ status }) => status === 200).map(({ person }) => person);
  if (changed.length > 0) APPLY[action](world, transaction, group, actor, changed);
  return outcomes;
}

/**
 * Decides which of these people can be added to a group. Anyone whose privacy setting forbids it is offered an
 * invitation instead.
 */
export function judgeAdds(
  transaction: Transaction,
  group: Group,
  adder: Person,
  people: readonly Person[],
): MemberOutcome[] {
  const { members, growth, invites } = transaction.store;
  let free = growth.sizeLimit(group.id) - members.count(group.id);
  return people.map((person) => {
    const status = mayBeAdded(transaction, group, adder, person, free);
    if (status === 200) free--;
    if (status !== 403) return outcome(person, status);
    const code = randomBytes(12).toString("base64url");
    const expiresAt = new Date(transaction.now.getTime() + OFFER_MS);
    const offer = { code, group: group.id, phone: person.phone, expiresAt };
    invites.offer(offer);
    return { person, status, offer };
  });
}

/**
 * Removes a member who is leaving. If no admin remains, another member becomes an admin. @throws GroupError not_member.
 */
export function leaveGroup(world: World, transaction: Transaction, group: Group, person: Person): void {
  requireMember(transaction, group, person.phone);
  remove(world, transaction, group, person, [person]);
  const left = transaction.store.members.of(group.id);
  const heir = left.some(({ role }) => role !== "member") ? undefined : left[0];
  const next = heir && transaction.store.people.byPhone(heir.phone);
  if (next) rank(world, transaction, group, next, [next], "promote");
}

/**
 * Adds people to a group regardless of their privacy settings. The members are notified, and the new members receive
 * all of the group's data. `reason` is `invite` if they joined by link.
 */
export function letIn(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  people: readonly Person[],
  reason?: "invite",
): void {
  tellMembers(world, transaction, group, actor, change("add", group, people, { reason }));
  for (const { phone } of people) {
    transaction.store.members.put(group.id, { phone, role: "member" });
    transaction.store.departures.forget(group.id, phone);
    transaction.store.invites.withdrawOffer(group.id, phone);
  }
  const welcome = node("create", { reason }, [groupNode(transaction, group)]);
  const phones = people.map(({ phone }) => phone);
  tellPhones(world, transaction, group, phones, actor, welcome);
}

type Apply = (world: World, transaction: Transaction, group: Group, actor: Person, people: readonly Person[]) => void;

const APPLY: Readonly<Record<MemberAction, Apply>> = {
  add: letIn,
  remove,
  promote: (world, transaction, group, actor, people) => rank(world, transaction, group, actor, people, "promote"),
  demote: (world, transaction, group, actor, people) => rank(world, transaction, group, actor, people, "demote"),
};

function outcome(person: Person, status: MemberStatus): MemberOutcome {
  return { person, status, offer: null };
}

/** Returns the network's code that says whether a member can be changed. The owner stays an admin until they leave. */
function changeable(
  transaction: Transaction,
  group: Group,
  action: Exclude<MemberAction, "add">,
  person: Person,
): MemberStatus {
  const role = transaction.store.members.find(group.id, person.phone)?.role;
  if (role === undefined) return 404;
  if (action === "promote") return role === "member" ? 200 : 409;
  if (role === "owner") return 405;
  return action === "demote" && role === "member" ? 409 : 200;
}

/** Removes people from a group. They are notified, too, but can't decrypt later messages. */
function remove(world: World, transaction: Transaction, group: Group, actor: Person, people: readonly Person[]): void {
  tellMembers(world, transaction, group, actor, change("remove", group, people));
  for (const { phone } of people) {
    transaction.store.members.remove(group.id, phone);
    transaction.store.departures.note(group.id, phone, { removed: phone !== actor.phone, at: transaction.now });
  }
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

function change(
  tag: string,
  group: Group,
  people: readonly Person[],
  attributes: { reason?: string | undefined } = {},
) {
  const participants = people.map((person) => node("participant", memberAttributes(group, person)));
  return node(tag, attributes, participants);
}
