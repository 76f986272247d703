import { node } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { memberAttributes } from "../people/member-names.ts";
import type { World } from "../world.ts";
import { letIn } from "./change-members.ts";
import { GroupError } from "./group-error.ts";
import type { MemberStatus } from "./may-be-added.ts";
import { requireAdmin } from "./permissions.ts";
import { tellAdmins } from "./tell-members.ts";

/** Matches invite link codes. */
const INVITE_CODE = /^[\w-]{20,24}$/;

/** Returns the group that an invite code belongs to. @throws GroupError not_acceptable, revoked, not_found. */
export function groupOfInvite({ store }: Transaction, code: string): Group {
  if (!INVITE_CODE.test(code)) throw new GroupError("not_acceptable");
  if (store.invites.isRetired(code)) throw new GroupError("revoked");
  const group = store.groups.byInvite(code);
  if (!group) throw new GroupError("not_found");
  return group;
}

/**
 * Lets a person join through an invite link. If admins have to approve new members, records a request to join instead.
 *
 * @returns false if the person has only requested to join. @throws GroupError already, removed, growth_locked, full.
 */
export function joinGroup(world: World, transaction: Transaction, group: Group, person: Person): boolean {
  const { store, now } = transaction;
  if (store.departures.find(group.id, person.phone)?.removed) throw new GroupError("removed");
  if (store.growth.lockedUntil(group.id, now)) throw new GroupError("growth_locked");
  requirePlace(transaction, group, person);
  if (!group.join_approval) {
    letIn(world, transaction, group, person, [person], "invite");
    return true;
  }
  store.joinRequests.ask(group.id, person.phone, now);
  const asked = node("requested_user", memberAttributes(group, person));
  const told = node("created_membership_requests", { request_method: "invite_link" }, [asked]);
  tellAdmins(world, transaction, group, person, told);
  return false;
}

/** Accepts the invitation that a person received instead of being added. @throws GroupError revoked, already, full. */
export function acceptOffer(
  world: World,
  transaction: Transaction,
  group: Group,
  person: Person,
  code: string | undefined,
): void {
  const offer = transaction.store.invites.offered(group.id, person.phone);
  if (offer?.code !== code || offer?.expiresAt === undefined || offer.expiresAt <= transaction.now) {
    throw new GroupError("revoked");
  }
  requirePlace(transaction, group, person);
  letIn(world, transaction, group, person, [person]);
}

/** Withdraws requests to join. */
export function withdrawRequests(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  people: readonly Person[],
): void {
  for (const { phone } of people) transaction.store.joinRequests.withdraw(group.id, phone);
  const told = people.map((person) => node("participant", memberAttributes(group, person)));
  tellAdmins(world, transaction, group, actor, node("revoked_membership_requests", {}, told));
}

/** The outcome for one person's request to join. */
export interface RequestOutcome {
  readonly person: Person;
  readonly status: Extract<MemberStatus, 200 | 404 | 419>;
}

/**
 * Approves or rejects requests to join on behalf of an admin. The outcome is 404 for anyone whose request no longer
 * exists. @throws GroupError not_admin.
 */
export function answerRequests(
  world: World,
  transaction: Transaction,
  group: Group,
  actor: Person,
  answer: "approve" | "reject",
  people: readonly Person[],
): RequestOutcome[] {
  requireAdmin(transaction, group, actor.phone);
  const { members, growth, joinRequests } = transaction.store;
  let free = growth.sizeLimit(group.id) - members.count(group.id);
  const outcomes = people.map((person): RequestOutcome => {
    if (!joinRequests.hasAsked(group.id, person.phone)) return { person, status: 404 };
    if (answer === "reject") return { person, status: 200 };
    return { person, status: free-- > 0 ? 200 : 419 };
  });
  const answered = outcomes.filter(({ status }) => status === 200).map(({ person }) => person);
  if (answered.length === 0) return outcomes;
  if (answer === "approve") letIn(world, transaction, group, actor, answered);
  else withdrawRequests(world, transaction, group, actor, answered);
  return outcomes;
}

function requirePlace({ store }: Transaction, group: Group, person: Person): void {
  if (store.members.find(group.id, person.phone)) throw new GroupError("already");
  if (store.members.count(group.id) >= store.growth.sizeLimit(group.id)) throw new GroupError("full");
}
