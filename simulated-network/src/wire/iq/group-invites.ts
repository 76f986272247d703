import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, node } from "../../format/nodes.ts";
import { renewInvite } from "../../world/groups/change-group.ts";
import { groupNode } from "../../world/groups/group-node.ts";
import { acceptOffer, groupOfInvite, joinGroup } from "../../world/groups/join-group.ts";
import { requireInviteRight } from "../../world/groups/permissions.ts";
import type { Incoming } from "../connection/incoming.ts";
import { groupOf } from "./group-query.ts";

/** The number of members shown to someone who hasn't joined the group. */
const PREVIEW_MEMBERS = 8;

/**
 * For a query addressed to a group, returns the group's invite code. For a query that contains a code, returns the
 * group that the code belongs to.
 */
export function showInvite(incoming: Incoming): BinaryNode[] {
  const { transaction, owner, stanza } = incoming;
  const code = child(stanza, "invite")?.attrs.code;
  if (code !== undefined)
    return [groupNode(transaction, groupOfInvite(transaction, code), { members: PREVIEW_MEMBERS })];
  const group = groupOf(incoming);
  requireInviteRight(transaction, group, owner.phone);
  return [node("invite", { code: group.inviteCode })];
}

/** With a code, lets the account's owner join the group. Without a code, renews the group's invite. */
export function acceptOrRenewInvite(incoming: Incoming): BinaryNode[] {
  const { world, transaction, owner, stanza } = incoming;
  const code = child(stanza, "invite")?.attrs.code;
  if (code === undefined) {
    return [node("invite", { code: renewInvite(world, transaction, groupOf(incoming), owner).inviteCode })];
  }
  const group = groupOfInvite(transaction, code);
  const isIn = joinGroup(world, transaction, group, owner);
  return [node(isIn ? "group" : "membership_approval_request", { jid: group.id })];
}

/** Accepts an invitation meant only for the account's owner. */
export function acceptOfferAsked(incoming: Incoming): BinaryNode[] {
  const { world, transaction, owner, stanza } = incoming;
  acceptOffer(world, transaction, groupOf(incoming), owner, child(stanza, "accept")?.attrs.code);
  return [];
}
