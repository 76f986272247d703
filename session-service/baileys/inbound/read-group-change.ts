import type { BinaryNode } from "@whiskeysockets/baileys";
import { getBinaryNodeChild, getBinaryNodeChildren } from "@whiskeysockets/baileys";

/** Something changed in a group, as its stanza says it. */
export interface ReadGroupChange {
  /** The stanza's own id: the same change told again has the same one. */
  id: string;
  group: string;
  /** null: the stanza does not say. */
  at: Date | null;
  what: GroupDeed;
}

export type GroupDeed =
  | { kind: "members"; deed: "join" | "leave" | "promote" | "demote"; members: GroupMember[] }
  /** The instance is in a group that it was not in, or has made one. */
  | { kind: "joined"; subject: string | null; description: string | null }
  /** The group is no more. */
  | { kind: "ended" }
  | { kind: "updated"; subject: string | null; description: string | null };

/** A participant: the ids by which the network names them, and what they are now. */
export interface GroupMember {
  id: string;
  otherId: string | null;
  role: string;
}

const DEEDS: Record<string, Extract<GroupDeed, { kind: "members" }>["deed"]> = {
  add: "join",
  remove: "leave",
  leave: "leave",
  promote: "promote",
  demote: "demote",
};

/** Settings whose change says nothing but that it happened. */
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

/** Reads a notification; null: it is of no group, or of nothing that customers are told of (links, requests to join). */
export function readGroupChange({ attrs, content }: BinaryNode): ReadGroupChange | null {
  const [child] = Array.isArray(content) ? content : [];
  if (attrs.type !== "w:gp2" || !attrs.id || !attrs.from || !child) return null;
  const what = deedOf(child);
  const seconds = Number(attrs.t);
  return what && { id: attrs.id, group: attrs.from, at: seconds > 0 ? new Date(seconds * 1000) : null, what };
}

function deedOf(child: BinaryNode): GroupDeed | null {
  const { tag, attrs } = child;
  const deed = DEEDS[tag];
  if (deed) {
    const participants = getBinaryNodeChildren(child, "participant");
    const members = participants.flatMap((one) => memberOf(one, deed));
    return members.length > 0 ? { kind: "members", deed, members } : null;
  }
  if (tag === "create") {
    const group = getBinaryNodeChild(child, "group");
    const description = group && getBinaryNodeChild(group, "description");
    return { kind: "joined", subject: group?.attrs.subject ?? null, description: bodyOf(description) };
  }
  if (tag === "delete") return { kind: "ended" };
  if (tag === "subject") return { kind: "updated", subject: attrs.subject ?? null, description: null };
  if (tag === "description") return { kind: "updated", subject: null, description: bodyOf(child) };
  return SETTINGS.has(tag) ? { kind: "updated", subject: null, description: null } : null;
}

function memberOf({ attrs }: BinaryNode, deed: string): GroupMember[] {
  if (!attrs.jid) return [];
  const role = attrs.type ?? (deed === "promote" ? "admin" : "member");
  return [{ id: attrs.jid, otherId: attrs.phone_number ?? attrs.lid ?? null, role }];
}

/** The text of a description; null: there is none, or it was taken away. */
function bodyOf(node: BinaryNode | undefined): string | null {
  const content = node && getBinaryNodeChild(node, "body")?.content;
  if (typeof content === "string") return content || null;
  return content instanceof Uint8Array ? Buffer.from(content).toString("utf8") || null : null;
}
