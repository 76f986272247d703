import type { BinaryNode } from "@whiskeysockets/baileys";
import { PHONE_SERVER, parseAddress } from "../../format/addresses.ts";
import { child, node, seconds } from "../../format/nodes.ts";
import type { Group } from "../../store/groups/groups-table.ts";
import { changeMembers, type MemberAction, type MemberOutcome } from "../../world/groups/change-members.ts";
import { memberAttributes } from "../../world/people/member-names.ts";
import type { Incoming } from "../connection/incoming.ts";
import { groupOf, type PersonAsked, peopleAsked } from "./group-query.ts";

/** Adds, removes, promotes or demotes people, with a separate outcome for each. */
export function changeMembersAsked(incoming: Incoming, action: MemberAction): BinaryNode[] {
  const { world, transaction, owner, stanza } = incoming;
  const group = groupOf(incoming);
  const asked = peopleAsked(transaction, child(stanza, action) ?? node(action));
  const people = asked.flatMap(({ person }) => person ?? []);
  const outcomes = changeMembers(world, transaction, group, owner, action, people);
  const known = new Map(outcomes.map((outcome) => [outcome.person.phone, outcome]));
  const told = asked.map((one) => memberNode(group, one, known));
  return [node(action, {}, told)];
}

/**
 * Returns the node that reports the outcome for a requested person. The person is identified the way the group
 * identifies people, or by the requested address if it doesn't belong to anyone.
 */
export function memberNode(
  group: Group,
  { jid, person }: PersonAsked,
  outcomes: ReadonlyMap<string, Pick<MemberOutcome, "status"> & Partial<Pick<MemberOutcome, "offer">>>,
): BinaryNode {
  if (!person) return node("participant", { jid, error: 404 });
  const { status = 404, offer = null } = outcomes.get(person.phone) ?? {};
  const names = memberAttributes(group, person);
  // The number may be included if the request contained it, because then the client already has it.
  const byNumber = parseAddress(jid)?.server === PHONE_SERVER && group.form === "lid" ? { phone_number: jid } : {};
  const attributes = { ...names, ...byNumber, error: status === 200 ? undefined : status };
  if (!offer) return node("participant", attributes);
  const { code, expiresAt } = offer;
  return node("participant", attributes, [node("add_request", { code, expiration: seconds(expiresAt) })]);
}
