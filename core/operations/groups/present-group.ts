import { DAY_MS } from "../../contracts/durations.ts";
import type { Group, GroupSummary } from "../../contracts/groups/group.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { GroupMember } from "../../domain/groups/group.ts";
import { memberBook } from "../../domain/groups/united-members.ts";
import { phoneOfChat } from "../../domain/messages/chat-id.ts";
import { wireTime } from "../../domain/wire-time.ts";
import type { Clock, MediaStore } from "../../ports.ts";
import type { GroupRecord } from "../../records/chats/group.ts";
import { membersOn, readGroupRows } from "../../records/chats/group-members.ts";
import type { Table } from "../../store/table.ts";
import { findHiddenMembers } from "./find-hidden-members.ts";

type LinkDeps = { media: Pick<MediaStore, "link">; clock: Pick<Clock, "now"> };

/**
 * How long a stored picture may be shown. Files are deleted once their retention days are over, and a link to a file
 * must work for a day.
 */
const PICTURE_SHOWN_MS = (LIMITS.retentionDays - 1) * DAY_MS;

/** Builds a group in the form that lists show. @param description the group's description, or null if it has none. */
export async function presentGroupSummary(
  deps: LinkDeps,
  { group, record }: { group: string; record: GroupRecord },
  description: string | null,
): Promise<GroupSummary> {
  const { owner = null, owner_phone, made_ms, settings = {} } = record;
  return {
    id: group,
    subject: record.subject ?? record.name ?? "",
    description,
    owner: owner_phone ?? (owner === null ? null : (phoneOfChat(owner) ?? owner)),
    created_at: made_ms === undefined ? null : wireTime(new Date(made_ms)),
    picture_url: await pictureLink(deps, record),
    size: record.size ?? 0,
    my_role: record.my_role ?? null,
    settings: {
      messages_admins_only: settings.messages_admins_only ?? false,
      info_admins_only: settings.info_admins_only ?? false,
      add_admins_only: settings.add_admins_only ?? false,
      join_approval: settings.join_approval ?? false,
      disappearing_seconds: settings.disappearing_seconds ?? 0,
    },
  };
}

/** Builds one group with its members: first its creator, then its admins, then everyone else. */
export async function presentGroup(
  deps: LinkDeps & { table: Table },
  instance: InstanceId,
  found: { group: string; record: GroupRecord },
): Promise<Group> {
  const { group, record } = found;
  const rows = await readGroupRows(deps.table, instance, group);
  const told = [...memberBook(membersOn(rows, record.member_pages) ?? []).members.values()];
  const members = await findHiddenMembers(deps.table, instance, told.toSorted(byRank));
  const owner_phone = record.owner_phone ?? members.find(({ id }) => id === record.owner)?.phone ?? undefined;
  const description = record.description_id === undefined ? null : (rows.text?.body ?? null);
  const summary = await presentGroupSummary(deps, { group, record: { ...record, owner_phone } }, description);
  return { ...summary, participants: members.toSorted(byRank) };
}

const ORDER = { owner: 0, admin: 1, member: 2 } as const;

function byRank(a: GroupMember, b: GroupMember): number {
  const [x, y] = [a.phone ?? a.id, b.phone ?? b.id];
  return ORDER[a.role] - ORDER[b.role] || (x < y ? -1 : x > y ? 1 : 0);
}

async function pictureLink(
  { media, clock }: LinkDeps,
  { picture_key, picture_ms }: GroupRecord,
): Promise<string | null> {
  if (picture_key === undefined || picture_ms === undefined) return null;
  if (clock.now().getTime() - picture_ms >= PICTURE_SHOWN_MS) return null;
  return media.link(picture_key, { mimetype: "image/jpeg", filename: null });
}
