import type { BinaryNode } from "@whiskeysockets/baileys";
import { child, childBytes, children, node } from "../../format/nodes.ts";
import type { GroupSettings } from "../../store/groups/groups-table.ts";
import { changeDescription, changeGroupSetting, changeSubject } from "../../world/groups/change-group.ts";
import { leaveGroup } from "../../world/groups/change-members.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { groupNode } from "../../world/groups/group-node.ts";
import { groupAt, requireAdmin, requireMember } from "../../world/groups/permissions.ts";
import type { Incoming } from "../connection/incoming.ts";
import { addModeOf, createGroupAsked } from "./group-create.ts";
import { acceptOfferAsked, acceptOrRenewInvite, showInvite } from "./group-invites.ts";
import { changeMembersAsked } from "./group-members.ts";
import { groupHandler, groupOf } from "./group-query.ts";
import { answerRequestsAsked, showRequests } from "./group-requests.ts";
import type { IqHandler } from "./iq-answer.ts";

/** The handlers for group queries, by "type namespace first-child". */
export const GROUP_HANDLERS: Readonly<Record<string, IqHandler>> = {
  "get w:g2 participating": groupHandler(listGroups),
  "get w:g2 query": groupHandler((incoming) => {
    const group = groupOf(incoming);
    requireMember(incoming.transaction, group, incoming.owner.phone);
    return [groupNode(incoming.transaction, group)];
  }),
  "set w:g2 create": groupHandler(createGroupAsked),
  "set w:g2 leave": groupHandler(leave),
  "set w:g2 add": groupHandler((incoming) => changeMembersAsked(incoming, "add")),
  "set w:g2 remove": groupHandler((incoming) => changeMembersAsked(incoming, "remove")),
  "set w:g2 promote": groupHandler((incoming) => changeMembersAsked(incoming, "promote")),
  "set w:g2 demote": groupHandler((incoming) => changeMembersAsked(incoming, "demote")),
  "set w:g2 subject": groupHandler(({ world, transaction, owner, stanza }) => {
    const subject = childBytes(stanza, "subject")?.toString() ?? "";
    changeSubject(world, transaction, groupAt(transaction, stanza.attrs.to), owner, subject);
    return [];
  }),
  "set w:g2 description": groupHandler(describe),
  "set w:g2 announcement": setting("announcement", () => true),
  "set w:g2 not_announcement": setting("announcement", () => false),
  "set w:g2 locked": setting("locked", () => true),
  "set w:g2 unlocked": setting("locked", () => false),
  "set w:g2 member_add_mode": setting("admins_add", addModeOf),
  "set w:g2 membership_approval_mode": setting(
    "join_approval",
    (wish) => child(wish, "group_join")?.attrs.state === "on",
  ),
  "set w:g2 ephemeral": setting("disappearing_seconds", ({ attrs }) => Number(attrs.expiration ?? 0)),
  "set w:g2 not_ephemeral": setting("disappearing_seconds", () => 0),
  "get w:g2 invite": groupHandler(showInvite),
  "set w:g2 invite": groupHandler(acceptOrRenewInvite),
  "set w:g2 accept": groupHandler(acceptOfferAsked),
  "get w:g2 membership_approval_requests": groupHandler(showRequests),
  "set w:g2 membership_requests_action": groupHandler(answerRequestsAsked),
};

/**
 * Lists the groups to which the account's owner belongs. Members and descriptions are only included if the query
 * requests them.
 */
function listGroups({ transaction, owner, stanza }: Incoming): BinaryNode[] {
  const wish = child(stanza, "participating");
  const description = child(wish, "description") !== null;
  const show = child(wish, "participants") ? { description } : { description, members: 0 };
  const groups = transaction.store.groups.of(owner.phone);
  return [
    node(
      "groups",
      {},
      groups.map((group) => groupNode(transaction, group, show)),
    ),
  ];
}

function leave({ world, transaction, owner, stanza }: Incoming): BinaryNode[] {
  for (const { attrs } of children(child(stanza, "leave") ?? node("leave"), "group")) {
    leaveGroup(world, transaction, groupAt(transaction, attrs.id), owner);
  }
  return [];
}

/**
 * Changes a group's description. The change must refer to the current description, so that two people don't undo each
 * other's changes.
 */
function describe(incoming: Incoming): BinaryNode[] {
  const { world, transaction, owner, stanza } = incoming;
  const group = groupOf(incoming);
  const wish = child(stanza, "description");
  const { id = "", prev = "", delete: removal } = wish?.attrs ?? {};
  const text = removal === "true" ? "" : (childBytes(wish, "body")?.toString() ?? "");
  if (removal !== "true" && (id === "" || text === "")) throw new GroupError("bad_request");
  requireAdmin(transaction, group, owner.phone, !group.locked);
  const current = group.description === "" ? "" : group.descriptionId;
  if (prev !== current || world.faults.takesStaleDescription()) throw new GroupError("stale");
  changeDescription(world, transaction, group, owner, { text, id });
  return [];
}

function setting<Name extends keyof GroupSettings>(
  name: Name,
  read: (wish: BinaryNode) => GroupSettings[Name],
): IqHandler {
  return groupHandler((incoming) => {
    const { world, transaction, owner, stanza } = incoming;
    const wish = children(stanza)[0] ?? node(name);
    changeGroupSetting(world, transaction, groupOf(incoming), owner, name, read(wish));
    return [];
  });
}
