import type { BinaryNode } from "@whiskeysockets/baileys";
import { personAddress } from "../../format/addresses.ts";
import { child, children, node, seconds } from "../../format/nodes.ts";
import { changeMembers } from "../../world/groups/change-members.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { requireAdmin } from "../../world/groups/permissions.ts";
import { memberAttributes } from "../../world/people/member-names.ts";
import type { Incoming } from "../connection/incoming.ts";
import { groupOf, peopleIn } from "./group-query.ts";

/** The people who asked to join the group, for its admins. */
export function showRequests(incoming: Incoming): BinaryNode[] {
  const { transaction, owner } = incoming;
  const group = groupOf(incoming);
  requireAdmin(transaction, group, owner.phone);
  const requests = transaction.store.members.requests(group.id).flatMap(({ phone, at }) => {
    const person = transaction.store.people.byPhone(phone);
    if (!person) return [];
    const attributes = { ...memberAttributes(group, person), request_method: "InviteLink", request_time: seconds(at) };
    return [node("membership_approval_request", attributes)];
  });
  return [node("membership_approval_requests", {}, requests)];
}

/** An admin approves or rejects people who asked to join. */
export function answerRequests(incoming: Incoming): BinaryNode[] {
  const { world, transaction, owner, stanza } = incoming;
  const group = groupOf(incoming);
  const answer = children(child(stanza, "membership_requests_action") ?? node("none"))[0];
  if (answer?.tag !== "approve" && answer?.tag !== "reject") throw new GroupError("bad_request");
  requireAdmin(transaction, group, owner.phone);
  const asked = new Set(transaction.store.members.requests(group.id).map(({ phone }) => phone));
  const people = peopleIn(transaction, answer);
  const waiting = people.filter(({ phone }) => asked.has(phone));
  for (const { phone } of waiting) transaction.store.members.withdraw(group.id, phone);
  if (answer.tag === "approve") changeMembers(world, transaction, group, owner, "add", waiting);
  const told = people.map((person) => {
    const error = asked.has(person.phone) ? undefined : 404;
    return node("participant", { jid: personAddress(person, group.form), error });
  });
  return [node("membership_requests_action", {}, [node(answer.tag, {}, told)])];
}
