import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress, personAddress } from "../../format/addresses.ts";
import { child, childBytes, children, contentBytes, node, seconds } from "../../format/nodes.ts";
import type { Group, GroupSettings } from "../../store/groups-table.ts";
import type { Person } from "../../store/people-table.ts";
import { changeDescription, changeGroupSetting, changeSubject, renewInvite } from "../../world/groups/change-group.ts";
import { changeMembers, joinGroup, leaveGroup, type MemberAction } from "../../world/groups/change-members.ts";
import { createGroup } from "../../world/groups/create-group.ts";
import { GroupError } from "../../world/groups/group-error.ts";
import { groupNode } from "../../world/groups/group-node.ts";
import { groupAt, requireAdmin, requireMember } from "../../world/groups/permissions.ts";
import { memberAttributes } from "../../world/people/member-names.ts";
import type { Incoming } from "../connection/incoming.ts";
import { IqError, type IqHandler } from "./iq-answer.ts";

/** Questions and wishes about groups, as "type namespace first-child". */
export const GROUP_HANDLERS: Readonly<Record<string, IqHandler>> = {
  "get w:g2 participating": plain(({ turn, owner }) => [
    node(
      "groups",
      {},
      turn.store.groups.of(owner.phone).map((group) => groupNode(turn, group)),
    ),
  ]),
  "get w:g2 query": plain((incoming) => {
    const group = groupOf(incoming);
    requireMember(incoming.turn, group, incoming.owner.phone);
    return [groupNode(incoming.turn, group)];
  }),
  "set w:g2 create": plain(create),
  "set w:g2 leave": plain(leave),
  "set w:g2 add": plain((incoming) => members(incoming, "add")),
  "set w:g2 remove": plain((incoming) => members(incoming, "remove")),
  "set w:g2 promote": plain((incoming) => members(incoming, "promote")),
  "set w:g2 demote": plain((incoming) => members(incoming, "demote")),
  "set w:g2 subject": plain(({ world, turn, owner, stanza }) => {
    const subject = childBytes(stanza, "subject")?.toString() ?? "";
    changeSubject(world, turn, groupAt(turn, stanza.attrs.to), owner, subject);
    return [];
  }),
  "set w:g2 description": plain(({ world, turn, owner, stanza }) => {
    const description = childBytes(child(stanza, "description"), "body")?.toString() ?? "";
    changeDescription(world, turn, groupAt(turn, stanza.attrs.to), owner, description);
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
  "get w:g2 invite": plain(showInvite),
  "set w:g2 invite": plain(acceptOrRenewInvite),
  "get w:g2 membership_approval_requests": plain(showRequests),
  "set w:g2 membership_requests_action": plain(answerRequests),
};

/** Turns a refusal of a group into the network's error. */
function plain(handle: (incoming: Incoming) => BinaryNode[]): IqHandler {
  return (incoming: Incoming) => {
    try {
      return handle(incoming);
    } catch (error) {
      throw error instanceof GroupError ? new IqError(error.code, error.message) : error;
    }
  };
}

function groupOf({ turn, stanza }: Incoming): Group {
  return groupAt(turn, stanza.attrs.to);
}

function create({ world, turn, owner, stanza }: Incoming): BinaryNode[] {
  const wish = child(stanza, "create");
  const subject = wish?.attrs.subject;
  if (!wish || !subject) throw new GroupError("bad_request");
  const group = createGroup(world, turn, owner, subject, peopleIn(turn, wish), "lid");
  return [groupNode(turn, group)];
}

function leave({ world, turn, owner, stanza }: Incoming): BinaryNode[] {
  for (const { attrs } of children(child(stanza, "leave") ?? node("leave"), "group")) {
    leaveGroup(world, turn, groupAt(turn, attrs.id), owner);
  }
  return [];
}

function members(incoming: Incoming, action: MemberAction): BinaryNode[] {
  const { world, turn, owner, stanza } = incoming;
  const group = groupOf(incoming);
  const wish = child(stanza, action) ?? node(action);
  const outcomes = changeMembers(world, turn, group, owner, action, peopleIn(turn, wish));
  const known = new Map(outcomes.map(({ person, status }) => [person.phone, status]));
  const told = children(wish, "participant").map(({ attrs }) => {
    const person = turn.store.people.at(parseAddress(attrs.jid));
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
  return plain((incoming) => {
    const { world, turn, owner, stanza } = incoming;
    const wish = children(stanza)[0] ?? node(name);
    changeGroupSetting(world, turn, groupOf(incoming), owner, name, read(wish));
    return [];
  });
}

/** Answers a group's query with its invite code, and a query with a code with the group of that code. */
function showInvite(incoming: Incoming): BinaryNode[] {
  const { turn, owner, stanza } = incoming;
  const code = child(stanza, "invite")?.attrs.code;
  if (code !== undefined) return [groupNode(turn, invited(incoming, code))];
  const group = groupOf(incoming);
  requireAdmin(turn, group, owner.phone);
  return [node("invite", { code: group.inviteCode })];
}

function acceptOrRenewInvite(incoming: Incoming): BinaryNode[] {
  const { world, turn, owner, stanza } = incoming;
  const code = child(stanza, "invite")?.attrs.code;
  if (code === undefined) {
    return [node("invite", { code: renewInvite(world, turn, groupOf(incoming), owner).inviteCode })];
  }
  const group = invited(incoming, code);
  const isIn = joinGroup(world, turn, group, owner);
  return [node(isIn ? "group" : "membership_approval_request", { jid: group.id })];
}

function invited({ turn }: Incoming, code: string): Group {
  const group = turn.store.groups.byInvite(code);
  if (!group) throw new GroupError("not_found");
  return group;
}

function showRequests(incoming: Incoming): BinaryNode[] {
  const { turn, owner } = incoming;
  const group = groupOf(incoming);
  requireAdmin(turn, group, owner.phone);
  const requests = turn.store.members.requests(group.id).flatMap(({ phone, at }) => {
    const person = turn.store.people.byPhone(phone);
    if (!person) return [];
    const attributes = { ...memberAttributes(group, person), request_method: "InviteLink", request_time: seconds(at) };
    return [node("membership_approval_request", attributes)];
  });
  return [node("membership_approval_requests", {}, requests)];
}

function answerRequests(incoming: Incoming): BinaryNode[] {
  const { world, turn, owner, stanza } = incoming;
  const group = groupOf(incoming);
  const answer = children(child(stanza, "membership_requests_action") ?? node("none"))[0];
  if (answer?.tag !== "approve" && answer?.tag !== "reject") throw new GroupError("bad_request");
  requireAdmin(turn, group, owner.phone);
  const asked = new Set(turn.store.members.requests(group.id).map(({ phone }) => phone));
  const people = peopleIn(turn, answer);
  const waiting = people.filter(({ phone }) => asked.has(phone));
  for (const { phone } of waiting) turn.store.members.withdraw(group.id, phone);
  if (answer.tag === "approve") changeMembers(world, turn, group, owner, "add", waiting);
  const told = people.map((person) => {
    const error = asked.has(person.phone) ? undefined : 404;
    return node("participant", { jid: personAddress(person, group.form), error });
  });
  return [node("membership_requests_action", {}, [node(answer.tag, {}, told)])];
}

function peopleIn(turn: Incoming["turn"], wish: BinaryNode): Person[] {
  return children(wish, "participant").flatMap(({ attrs }) => turn.store.people.at(parseAddress(attrs.jid)) ?? []);
}
