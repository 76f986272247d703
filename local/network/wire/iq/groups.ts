import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress } from "../../format/addresses.ts";
import { child, childBytes, children, contentBytes, node } from "../../format/nodes.ts";
import type { GroupSettings } from "../../store/groups-table.ts";
import { changeDescription, changeGroupSetting, changeSubject } from "../../world/groups/change-group.ts";
import { changeMembers, leaveGroup, type MemberAction } from "../../world/groups/change-members.ts";
import { createGroup } from "../../world/groups/create-group.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { groupNode } from "../../world/groups/group-node.ts";
import { groupAt, requireMember } from "../../world/groups/permissions.ts";
import { memberAttributes } from "../../world/people/member-names.ts";
import type { Incoming } from "../connection/incoming.ts";
import { acceptOrRenewInvite, showInvite } from "./group-invites.ts";
import { groupHandler, groupOf, peopleIn } from "./group-query.ts";
import { answerRequests, showRequests } from "./group-requests.ts";
import type { IqHandler } from "./iq-answer.ts";

/** The handlers of queries about groups, by "type namespace first-child". */
export const GROUP_HANDLERS: Readonly<Record<string, IqHandler>> = {
  "get w:g2 participating": groupHandler(({ transaction, owner }) => [
    node(
      "groups",
      {},
      transaction.store.groups.of(owner.phone).map((group) => groupNode(transaction, group)),
    ),
  ]),
  "get w:g2 query": groupHandler((incoming) => {
    const group = groupOf(incoming);
    requireMember(incoming.transaction, group, incoming.owner.phone);
    return [groupNode(incoming.transaction, group)];
  }),
  "set w:g2 create": groupHandler(create),
  "set w:g2 leave": groupHandler(leave),
  "set w:g2 add": groupHandler((incoming) => members(incoming, "add")),
  "set w:g2 remove": groupHandler((incoming) => members(incoming, "remove")),
  "set w:g2 promote": groupHandler((incoming) => members(incoming, "promote")),
  "set w:g2 demote": groupHandler((incoming) => members(incoming, "demote")),
  "set w:g2 subject": groupHandler(({ world, transaction, owner, stanza }) => {
    const subject = childBytes(stanza, "subject")?.toString() ?? "";
    changeSubject(world, transaction, groupAt(transaction, stanza.attrs.to), owner, subject);
    return [];
  }),
  "set w:g2 description": groupHandler(({ world, transaction, owner, stanza }) => {
    const description = childBytes(child(stanza, "description"), "body")?.toString() ?? "";
    changeDescription(world, transaction, groupAt(transaction, stanza.attrs.to), owner, description);
    return [];
  }),
  "set w:g2 announcement": setting("announcement", () => true),
  "set w:g2 not_announcement": setting("announcement", () => false),
  "set w:g2 locked": setting("locked", () => true),
  "set w:g2 unlocked": setting("locked", () => false),
  "set w:g2 member_add_mode": setting("admins_add", (wish) => contentBytes(wish)?.toString() === "admin_add"),
  "set w:g2 membership_approval_mode": setting(
    "join_approval",
    (wish) => child(wish, "group_join")?.attrs.state === "on",
  ),
  "set w:g2 ephemeral": setting("disappearing_seconds", ({ attrs }) => Number(attrs.expiration ?? 0)),
  "set w:g2 not_ephemeral": setting("disappearing_seconds", () => 0),
  "get w:g2 invite": groupHandler(showInvite),
  "set w:g2 invite": groupHandler(acceptOrRenewInvite),
  "get w:g2 membership_approval_requests": groupHandler(showRequests),
  "set w:g2 membership_requests_action": groupHandler(answerRequests),
};

function create({ world, transaction, owner, stanza }: Incoming): BinaryNode[] {
  const wish = child(stanza, "create");
  const subject = wish?.attrs.subject;
  if (!wish || !subject) throw new GroupError("bad_request");
  const group = createGroup(world, transaction, owner, subject, peopleIn(transaction, wish), "lid");
  return [groupNode(transaction, group)];
}

function leave({ world, transaction, owner, stanza }: Incoming): BinaryNode[] {
  for (const { attrs } of children(child(stanza, "leave") ?? node("leave"), "group")) {
    leaveGroup(world, transaction, groupAt(transaction, attrs.id), owner);
  }
  return [];
}

function members(incoming: Incoming, action: MemberAction): BinaryNode[] {
  const { world, transaction, owner, stanza } = incoming;
  const group = groupOf(incoming);
  const wish = child(stanza, action) ?? node(action);
  const outcomes = changeMembers(world, transaction, group, owner, action, peopleIn(transaction, wish));
  const known = new Map(outcomes.map(({ person, status }) => [person.phone, status]));
  const told = children(wish, "participant").map(({ attrs }) => {
    const person = transaction.store.people.at(parseAddress(attrs.jid));
    const status = (person && known.get(person.phone)) ?? 404;
    const names = person ? memberAttributes(group, person) : { jid: attrs.jid };
    return node("participant", { ...names, jid: attrs.jid, error: status === 200 ? undefined : status });
  });
  return [node(action, {}, told)];
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
