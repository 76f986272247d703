import type { GroupFact, NetworkGroup } from "../../../core/domain/groups/group.ts";
import { takenId } from "./bounds/ids.ts";
import { type ForeignNode, partOf, timeOf } from "./bounds/node.ts";
import { isWord, takenName } from "./bounds/texts.ts";
import {
  addsByAdmins,
  membersIn,
  needsApproval,
  type ReadMember,
  readDescription,
  readGroupNode,
  secondsIn,
  takenGroup,
  takenPersonId,
} from "./group-node.ts";

/** A change in a group, as reported by its stanza. */
export interface ReadGroupChange {
  /** The stanza's own id, which is the same in repeats of the same change. */
  id: string;
  group: string;
  /** The time of the change, or null if the stanza doesn't specify it. */
  at: Date | null;
  what: ReadGroupFact;
}

type Changed = Omit<Extract<GroupFact, { kind: "changed" }>, "kind" | "picture_copy">;

/** The kinds of changes in a group. */
export type ReadGroupFact =
  | { kind: "members"; deed: "join" | "leave" | "promote" | "demote"; members: ReadMember[] }
  /** The instance has joined or created a group. */
  | { kind: "joined"; group: NetworkGroup }
  /** A member changed their number. `from` is their old id. */
  | { kind: "renumbered"; from: string; to: ReadMember }
  /** The group was deleted. */
  | { kind: "ended" }
  /** `told` means that customers receive an event for the change. */
  | { kind: "changed"; change: Changed; told: boolean };

const MEMBER_CHANGES = new Map<string, Extract<ReadGroupFact, { kind: "members" }>["deed"]>([
  ["add", "join"],
  ["remove", "leave"],
  ["leave", "leave"],
  ["promote", "promote"],
  ["demote", "demote"],
]);

/** Parsers for changes to the name or settings, by part name. */
const CHANGES = new Map<string, (part: ForeignNode) => Changed>([
  ["subject", ({ attrs }) => ({ subject: takenName(attrs.subject) ?? "" })],
  ["description", (part) => ({ description: readDescription(part) })],
  ["announcement", () => ({ settings: { messages_admins_only: true } })],
  ["not_announcement", () => ({ settings: { messages_admins_only: false } })],
  ["locked", () => ({ settings: { info_admins_only: true } })],
  ["unlocked", () => ({ settings: { info_admins_only: false } })],
  ["member_add_mode", (part) => ({ settings: { add_admins_only: addsByAdmins(part) } })],
  ["membership_approval_mode", (part) => ({ settings: { join_approval: needsApproval(part) } })],
  ["ephemeral", (part) => ({ settings: { disappearing_seconds: secondsIn(part) } })],
  ["not_ephemeral", () => ({ settings: { disappearing_seconds: 0 } })],
]);

/**
 * Parses a notification. Returns null if it isn't for a group, or if it concerns something that isn't stored (invite
 * links, requests to join).
 * @param now the time against which other times are checked.
 */
export function readGroupChange(node: ForeignNode, now: Date): ReadGroupChange | null {
  const [part] = node.parts;
  const id = takenId(node.attrs.id);
  const group = takenGroup(node.attrs.from);
  if (id === null || group === null || !part) return null;
  const what = factIn(node, part, group, now);
  return what && { id, group, at: timeOf(node, now), what };
}

/** Whether someone who may have our key for the group has left or now has another id. */
export const leavesIt = ({ what }: ReadGroupChange): boolean =>
  what.kind === "renumbered" || what.kind === "ended" || (what.kind === "members" && what.deed === "leave");

function factIn(node: ForeignNode, part: ForeignNode, group: string, now: Date): ReadGroupFact | null {
  if (isWord(node.attrs.type, "picture")) return pictureFact(part);
  if (!isWord(node.attrs.type, "w:gp2")) return null;
  const { tag } = part;
  const deed = MEMBER_CHANGES.get(tag);
  if (deed) {
    const members = membersIn(part).map((member) => ({ ...member, role: roleAfter(deed, member) }));
    return members.length > 0 ? { kind: "members", deed, members } : null;
  }
  if (tag === "create") return joined(part, group, now);
  if (tag === "delete") return { kind: "ended" };
  if (tag === "modify") return renumbered(node, part);
  if (tag === "link" || tag === "unlink") return linked(part);
  const change = CHANGES.get(tag)?.(part);
  return change ? { kind: "changed", change, told: true } : null;
}

/** Returns a member's role after the change. The stanza part specifies a role only for people who leave. */
const roleAfter = (deed: string, { role }: ReadMember): ReadMember["role"] => {
  if (deed === "promote") return role === "owner" ? "owner" : "admin";
  return deed === "demote" ? "member" : role;
};

/** Returns the fact that the number joined the stanza's own group. An id inside the stanza is ignored. */
function joined(part: ForeignNode, id: string, now: Date): ReadGroupFact | null {
  const told = partOf(part, "group");
  const group = told && readGroupNode(told, now, id);
  return group ? { kind: "joined", group } : null;
}

/**
 * Returns the fact that a member changed their number. The old number is the stanza's author, and the new number is in
 * the part.
 */
function renumbered({ attrs }: ForeignNode, part: ForeignNode): ReadGroupFact | null {
  const from = takenPersonId(attrs.participant);
  const [to] = membersIn(part);
  return from !== null && to && to.id !== from ? { kind: "renumbered", from, to } : null;
}

/** Returns the fact that a group joined or left a community. */
function linked({ tag, attrs, parts }: ForeignNode): ReadGroupFact | null {
  if (!isWord(tag === "link" ? attrs.link_type : attrs.unlink_type, "parent_group")) return null;
  const parent = tag === "link" ? takenGroup(parts.find((one) => one.tag === "group")?.attrs.jid) : null;
  return tag === "link" && parent === null ? null : { kind: "changed", change: { parent }, told: false };
}

function pictureFact({ tag, attrs }: ForeignNode): ReadGroupFact | null {
  if (tag === "delete") return { kind: "changed", change: { picture_id: null }, told: true };
  const picture_id = tag === "set" ? takenId(attrs.id) : null;
  return picture_id === null ? null : { kind: "changed", change: { picture_id }, told: true };
}
