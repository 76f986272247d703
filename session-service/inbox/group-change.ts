import type { GroupFact } from "../../core/domain/groups/group.ts";
import { applyGroupFact } from "../../core/operations/groups/apply-group-fact.ts";
import { type GroupEvent, recordGroupChange } from "../../core/operations/groups/record-group-change.ts";
import { memberOf, type ReadMember } from "../baileys/inbound/group-node.ts";
import { isOwnMember, ownRole } from "../baileys/inbound/own-member.ts";
import { isOwn, type People, peopleOf } from "../baileys/inbound/people.ts";
import type { ReadGroupChange, ReadGroupFact } from "../baileys/inbound/read-group-change.ts";
import { parseParty } from "../baileys/shared/network-ids.ts";
import type { LIDMapping } from "../baileys/shared/raw.ts";
import type { GroupAnswer } from "./group-doubts.ts";
import type { InboxContext } from "./inbox-context.ts";
import { learnPair } from "./learn-pair.ts";

/** The effects of a group change on its connection. They do nothing if the change is retried from the quarantine. */
export interface GroupHooks {
  /** See GroupWatch. */
  noteGroupChange(group: string, leaves: boolean): void;
  /** See GroupWatch. */
  isOutdated(group: { id: string }): boolean;
  /** See GroupWatch. */
  renewGroupKey(group: string): Promise<void>;
  /** See GroupPairs. */
  keepGroupPairs(pairs: LIDMapping[]): Promise<void>;
  /** See GroupDoubts. */
  askAbout(group: string, then: (answer: GroupAnswer) => void): boolean;
  /** Returns the ids of a group's members if the connection has loaded them recently, otherwise null. */
  membersNow(group: string): ReadonlySet<string> | null;
  /** Schedules loading the group from the network, because only part of the group is known. */
  readGroupSoon(group: string): void;
}

/** The parts of a response to one of our commands that affect a group. */
export interface ToldGroupFact {
  group: string;
  fact: GroupFact;
}

/**
 * Stores a group change, and records whether the linked number itself joined or left. If someone left, our key is
 * renewed first, because a stored change is acknowledged immediately and never delivered again.
 */
export async function storeGroupChange(
  context: InboxContext,
  change: ReadGroupChange,
  hooks: GroupHooks,
): Promise<void> {
  const { deps, owner, store } = context;
  const { id, group, what } = change;
  await hooks.renewGroupKey(group);
  const people = peopleOf(store);
  await learnPairs(context, membersOf(what), hooks);
  const at = change.at ?? deps.clock.now();
  const fact = factOf(what, people);
  await recordGroupChange(deps, owner, { id, group, at, fact, events: eventsOf(what, people) });
  if (fact.kind === "members" && fact.of_us && fact.deed === "join") hooks.readGroupSoon(group);
}

/**
 * Stores what the network's response says about a group. This creates no events for customers; those are created from
 * the network's own notifications.
 */
export async function storeGroupFact(
  { deps, owner }: InboxContext,
  { group, fact }: ToldGroupFact,
  hooks: GroupHooks,
): Promise<void> {
  if (LEAVES.has(fact.kind === "members" ? fact.deed : fact.kind)) hooks.noteGroupChange(group, true);
  await hooks.renewGroupKey(group);
  // The network has notified us of a later change, which is already stored, so this response is outdated.
  if (fact.kind === "whole" && hooks.isOutdated(fact.group)) return hooks.readGroupSoon(group);
  await applyGroupFact(deps, owner, group, fact);
}

const LEAVES = new Set<string>(["leave", "renumbered", "left", "ended"]);

function factOf(what: ReadGroupFact, people: People): GroupFact {
  switch (what.kind) {
    case "members": {
      const members = what.members.map(memberOf);
      return { kind: "members", deed: what.deed, members, of_us: areOurs(what.members, people) };
    }
    case "joined":
      return { kind: "whole", group: what.group, my_role: ownRole(what.group.members, people) };
    case "renumbered":
      return { kind: "renumbered", from: what.from, to: memberOf(what.to), of_us: areOurs([what.to], people) };
    case "ended":
      return { kind: "ended" };
    case "changed":
      return { kind: "changed", ...what.change };
  }
}

const NOTHING = { participants: [], subject: null, description: null };

function eventsOf(what: ReadGroupFact, people: People): GroupEvent[] {
  switch (what.kind) {
    case "members": {
      const participants = what.members.map(({ id, role }) => ({ id, role }));
      const isUs = areOurs(what.members, people);
      const change = isUs && what.deed === "join" ? "joined" : isUs && what.deed === "leave" ? "left" : what.deed;
      return [{ ...NOTHING, change, participants }];
    }
    case "joined": {
      const { subject, description } = what.group;
      return [{ ...NOTHING, change: "joined", subject, description: description?.body ?? null }];
    }
    case "renumbered": {
      const { id, role } = what.to;
      return [
        { ...NOTHING, change: "leave", participants: [{ id: what.from, role }] },
        { ...NOTHING, change: "join", participants: [{ id, role }] },
      ];
    }
    case "ended":
      return [{ ...NOTHING, change: "left" }];
    case "changed": {
      const { subject = null, description } = what.change;
      return what.told ? [{ ...NOTHING, change: "updated", subject, description: description?.body ?? null }] : [];
    }
  }
}

/**
 * Returns the people mentioned in a change, or none for a whole group that we are joining, because it has too many
 * members to look each of them up.
 */
function membersOf(what: ReadGroupFact): ReadMember[] {
  if (what.kind === "members") return what.members;
  return what.kind === "renumbered" ? [what.to] : [];
}

async function learnPairs(context: InboxContext, members: ReadMember[], hooks: GroupHooks): Promise<void> {
  const pairs = members.flatMap(({ id, otherId }) => pairOf(id, otherId) ?? []);
  await hooks.keepGroupPairs(pairs);
  for (const pair of pairs) await learnPair(context, pair);
}

function pairOf(id: string, otherId: string | null): LIDMapping | null {
  if (otherId === null) return null;
  const [lid, pn] = parseParty(id).kind === "private" ? [id, otherId] : [otherId, id];
  return parseParty(lid).kind === "private" && parseParty(pn).kind === "phone" ? { lid, pn } : null;
}

const areOurs = (members: ReadMember[], people: People): boolean =>
  members.some((member) => isOwnMember(memberOf(member), people) || isOwn(parseParty(member.otherId ?? ""), people));
