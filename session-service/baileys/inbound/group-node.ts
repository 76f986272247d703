import type {
  GroupDescription,
  GroupMember,
  GroupRole,
  GroupSettings,
  NetworkGroup,
} from "../../../core/domain/groups/group.ts";
import { parseParty, withoutDevice } from "../shared/network-ids.ts";
import type { ForeignText } from "./bounds/foreign.ts";
import { takenAddress, takenId } from "./bounds/ids.ts";
import { type ForeignNode, partOf, textOf } from "./bounds/node.ts";
import { takenSeconds } from "./bounds/numbers.ts";
import { isWord, takenName, takenWord } from "./bounds/texts.ts";
import { takenTime } from "./bounds/times.ts";

/**
 * The maximum number of members to read. The largest groups are communities' announcement groups, in which only admins
 * write.
 */
const MOST_MEMBERS = 5_000;
const LARGEST_SIZE = 100_000;
const LONGEST_DESCRIPTION_CHARS = 10_000;
/** The upper limit for a disappearing-message timer. */
const LONGEST_SECONDS = 10 * 365 * 86_400;

/** A person in a group: their role, and the ids the network uses for them, without devices. */
export interface ReadMember {
  id: string;
  /** The person's other id, or null if unknown. */
  otherId: string | null;
  role: GroupRole;
}

/**
 * Parses a group and its members, or returns null if the node has no group id. @param now the time against which the
 * group's times are checked. @param id the group's id, if known.
 */
export function readGroupNode(node: ForeignNode, now: Date, id = takenGroup(node.attrs.id)): NetworkGroup | null {
  if (id === null) return null;
  const { attrs } = node;
  const members = membersIn(node).map(memberOf);
  const owner = takenPersonId(attrs.creator);
  const made = takenSeconds(attrs.creation);
  return {
    id,
    subject: takenName(attrs.subject) ?? "",
    description: readDescription(partOf(node, "description")),
    owner,
    owner_phone: phoneIn(owner) ?? phoneIn(takenPersonId(attrs.creator_pn)),
    made_at: takenTime(made === null ? null : made * 1000, now),
    size: Math.min(takenSeconds(attrs.size) ?? members.length, LARGEST_SIZE),
    settings: settingsIn(node),
    private_ids: !isWord(attrs.addressing_mode, "pn"),
    community: partOf(node, "parent") !== undefined || partOf(node, "default_sub_group") !== undefined,
    parent: takenGroup(partOf(node, "linked_parent")?.attrs.jid),
    members,
  };
}

/** Returns the network's id for a group, with or without its server, or null if the value isn't a valid id. */
export function takenGroup(given: ForeignText | undefined): string | null {
  const id = takenId(given);
  const address = id === null || id.includes("@") ? id : `${id}@g.us`;
  return address !== null && /^[\d-]{1,40}@g\.us$/.test(address) ? address : null;
}

/** Returns a person's address without a device, or null if the value isn't a person's address. */
export function takenPersonId(given: ForeignText | undefined): string | null {
  const address = takenAddress(given);
  const party = parseParty(address ?? "");
  return address !== null && (party.kind === "phone" || party.kind === "private") ? withoutDevice(address) : null;
}

/** Returns the people listed in a part, each only once, excluding those that were refused. */
export function membersIn(node: ForeignNode): ReadMember[] {
  const found = new Map<string, ReadMember>();
  for (const part of node.parts) {
    if (found.size === MOST_MEMBERS) break;
    const member = part.tag === "participant" && part.attrs.error === undefined ? readMember(part) : null;
    if (member && !found.has(member.id)) found.set(member.id, member);
  }
  return [...found.values()];
}

/** Parses a person in a group, or returns null if the part doesn't specify a person. */
export function readMember({ attrs }: ForeignNode): ReadMember | null {
  const id = takenPersonId(attrs.jid);
  if (id === null) return null;
  return { id, otherId: takenPersonId(attrs.phone_number) ?? takenPersonId(attrs.lid), role: roleOf(attrs.type) };
}

/** Converts the person to the form in which the gateway stores members. */
export const memberOf = ({ id, otherId, role }: ReadMember): GroupMember => ({
  id,
  phone: phoneIn(id) ?? phoneIn(otherId),
  role,
});

/** Parses a description's text and id, or returns null if there is none or it was removed. */
export function readDescription(node: ForeignNode | undefined): GroupDescription | null {
  const body = node && partOf(node, "body");
  const text = body ? textOf(body, LONGEST_DESCRIPTION_CHARS) : null;
  return text === null ? null : { id: takenId(node?.attrs.id) ?? "", body: text };
}

/** Returns the number of seconds after which messages disappear. */
export const secondsIn = (node: ForeignNode | undefined): number =>
  Math.min(takenSeconds(node?.attrs.expiration) ?? 0, LONGEST_SECONDS);

/** Whether only admins may add people. */
export const addsByAdmins = (node: ForeignNode | undefined): boolean =>
  node !== undefined && textOf(node, 20) === "admin_add";

/** Whether joining by link needs approval. */
export const needsApproval = (node: ForeignNode | undefined): boolean =>
  isWord(node && partOf(node, "group_join")?.attrs.state, "on");

function settingsIn(node: ForeignNode): GroupSettings {
  return {
    // In a community's announcement group, only admins can write, whatever its other settings.
    messages_admins_only: ["announcement", "default_sub_group"].some((tag) => partOf(node, tag) !== undefined),
    info_admins_only: partOf(node, "locked") !== undefined,
    add_admins_only: addsByAdmins(partOf(node, "member_add_mode")),
    join_approval: needsApproval(partOf(node, "membership_approval_mode")),
    disappearing_seconds: secondsIn(partOf(node, "ephemeral")),
  };
}

function roleOf(type: ForeignText | undefined): GroupRole {
  const rank = takenWord(type, ["admin", "superadmin"]);
  return rank === "superadmin" ? "owner" : (rank ?? "member");
}

function phoneIn(id: string | null): string | null {
  const party = parseParty(id ?? "");
  return party.kind === "phone" ? party.phone : null;
}
