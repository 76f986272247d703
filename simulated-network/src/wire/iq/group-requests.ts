import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, children, node, seconds } from "../../format/nodes.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { answerRequests } from "../../world/groups/join-group.ts";
import { requireAdmin } from "../../world/groups/permissions.ts";
import { memberAttributes } from "../../world/people/member-names.ts";
import type { Incoming } from "../connection/incoming.ts";
import { memberNode } from "./group-members.ts";
import { groupOf, peopleAsked } from "./group-query.ts";

/** Returns the people who have requested to join the group. Only its admins may see them. */
export function showRequests(incoming: Incoming): BinaryNode[] {
  const { transaction, owner } = incoming;
  const group = groupOf(incoming);
  requireAdmin(transaction, group, owner.phone);
  const requests = transaction.store.joinRequests.of(group.id).flatMap(({ phone, at }) => {
    const person = transaction.store.people.byPhone(phone);
    if (!person) return [];
    const attributes = { ...memberAttributes(group, person), request_method: "InviteLink", request_time: seconds(at) };
    return [node("membership_approval_request", attributes)];
  });
  return [node("membership_approval_requests", {}, requests)];
}

/** Approves or rejects requests to join, on behalf of an admin. */
export function answerRequestsAsked(incoming: Incoming): BinaryNode[] {
  const { world, transaction, owner, stanza } = incoming;
  const group = groupOf(incoming);
  const answer = children(child(stanza, "membership_requests_action") ?? node("none"))[0];
  if (answer?.tag !== "approve" && answer?.tag !== "reject") throw new GroupError("bad_request");
  const asked = peopleAsked(transaction, answer);
  const people = asked.flatMap(({ person }) => person ?? []);
  const outcomes = answerRequests(world, transaction, group, owner, answer.tag, people);
  const known = new Map(outcomes.map((outcome) => [outcome.person.phone, outcome]));
  const told = asked.map((one) => memberNode(group, one, known));
  return [node("membership_requests_action", {}, [node(answer.tag, {}, told)])];
}
