import { takenAddress, takenId } from "./bounds/ids.ts";
import { type ForeignNode, partOf, textOf, timeOf } from "./bounds/node.ts";
import { isWord, takenName, takenWord } from "./bounds/texts.ts";

/** Something changed in a group, as its stanza says it. */
export interface ReadGroupChange {
  /** The stanza's own id: the same change told again has the same one. */
  id: string;
  group: string;
  /** null: the stanza does not say. */
  at: Date | null;
  what: GroupDeed;
}

/** A change of a group that customers are told of. */
export type GroupDeed =
  | { kind: "members"; deed: "join" | "leave" | "promote" | "demote"; members: GroupMember[] }
  /** The instance is in a group that it was not in, or has made one. */
  | { kind: "joined"; subject: string | null; description: string | null }
  /** The group is no more. */
  | { kind: "ended" }
  | { kind: "updated"; subject: string | null; description: string | null };

/** A participant: the ids by which the network names them, and their role after the change. */
export interface GroupMember {
  id: string;
  otherId: string | null;
  role: string;
}

const DEEDS = new Map<string, Extract<GroupDeed, { kind: "members" }>["deed"]>([
  ["add", "join"],
  ["remove", "leave"],
  ["leave", "leave"],
  ["promote", "promote"],
  ["demote", "demote"],
]);

/** Settings whose change is told without details. */
const SETTINGS = new Set([
  "announcement",
  "not_announcement",
  "locked",
  "unlocked",
  "ephemeral",
  "not_ephemeral",
  "member_add_mode",
  "membership_approval_mode",
]);

/** The largest group has so many. */
const MOST_MEMBERS = 1_024;
const ROLES = ["member", "admin", "superadmin"];
const LONGEST_DESCRIPTION_CHARS = 10_000;

/** Reads a notification; null: it is of no group, or of no change with an event (links, requests to join). */
export function readGroupChange(node: ForeignNode, now: Date): ReadGroupChange | null {
  const [child] = node.parts;
  const id = takenId(node.attrs.id);
  const group = takenAddress(node.attrs.from);
  if (!isWord(node.attrs.type, "w:gp2") || id === null || group === null || !child) return null;
  const what = deedOf(child);
  return what && { id, group, at: timeOf(node, now), what };
}

function deedOf(child: ForeignNode): GroupDeed | null {
  const { tag, attrs, parts } = child;
  const deed = DEEDS.get(tag);
  if (deed) {
    const participants = parts.filter((part) => part.tag === "participant").slice(0, MOST_MEMBERS);
    const members = participants.flatMap((one) => memberOf(one, deed));
    return members.length > 0 ? { kind: "members", deed, members } : null;
  }
  if (tag === "create") {
    const group = partOf(child, "group");
    const description = group && partOf(group, "description");
    return { kind: "joined", subject: takenName(group?.attrs.subject), description: bodyOf(description) };
  }
  if (tag === "delete") return { kind: "ended" };
  if (tag === "subject") return { kind: "updated", subject: takenName(attrs.subject), description: null };
  if (tag === "description") return { kind: "updated", subject: null, description: bodyOf(child) };
  return SETTINGS.has(tag) ? { kind: "updated", subject: null, description: null } : null;
}

function memberOf({ attrs }: ForeignNode, deed: string): GroupMember[] {
  const id = takenAddress(attrs.jid);
  if (id === null) return [];
  const role = takenWord(attrs.type, ROLES) ?? (deed === "promote" ? "admin" : "member");
  return [{ id, otherId: takenAddress(attrs.phone_number) ?? takenAddress(attrs.lid), role }];
}

/** The text of a description; null: there is none, or it was taken away. */
function bodyOf(node: ForeignNode | undefined): string | null {
  const body = node && partOf(node, "body");
  return body ? textOf(body, LONGEST_DESCRIPTION_CHARS) : null;
}
