import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, node } from "../../format/nodes.ts";
import type { Group } from "../../store/groups-table.ts";
import { renewInvite } from "../../world/groups/change-group.ts";
import { joinGroup } from "../../world/groups/change-members.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { groupNode } from "../../world/groups/group-node.ts";
import { requireAdmin } from "../../world/groups/permissions.ts";
import type { Incoming } from "../connection/incoming.ts";
import { groupOf } from "./group-query.ts";

/** Answers a group's query with its invite code, and a query with a code with the group of that code. */
export function showInvite(incoming: Incoming): BinaryNode[] {
  const { transaction, owner, stanza } = incoming;
  const code = child(stanza, "invite")?.attrs.code;
  if (code !== undefined) return [groupNode(transaction, invited(incoming, code))];
  const group = groupOf(incoming);
  requireAdmin(transaction, group, owner.phone);
  return [node("invite", { code: group.inviteCode })];
}

/** Lets the owner join by a code; without a code, renews the group's invite. */
export function acceptOrRenewInvite(incoming: Incoming): BinaryNode[] {
  const { world, transaction, owner, stanza } = incoming;
  const code = child(stanza, "invite")?.attrs.code;
  if (code === undefined) {
    return [node("invite", { code: renewInvite(world, transaction, groupOf(incoming), owner).inviteCode })];
  }
  const group = invited(incoming, code);
  const isIn = joinGroup(world, transaction, group, owner);
  return [node(isIn ? "group" : "membership_approval_request", { jid: group.id })];
}

function invited({ transaction }: Incoming, code: string): Group {
  const group = transaction.store.groups.byInvite(code);
  if (!group) throw new GroupError("not_found");
  return group;
}
