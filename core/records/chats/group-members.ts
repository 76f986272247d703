import type { InstanceId } from "../../contracts/ids.ts";
import type { GroupDescription, GroupMember, GroupRole } from "../../domain/groups/group.ts";
import { keys } from "../../store/keys.ts";
import { bucketOf } from "../../store/lane-names.ts";
import { recordsAt } from "../../store/records-at.ts";
import type { Claim, Item, Key, Table, Write } from "../../store/table.ts";

/** A member as stored on a page, packed as id, phone (omitted if hidden), and role (omitted for ordinary members). */
type PackedMember = [id: string, phone?: string | null, role?: GroupRole];

/** A page of a group's members. Members are assigned to pages by their ids. */
export interface GroupPageRecord {
  members: PackedMember[];
  /** Incremented by each change to the page. */
  rev: number;
}

/** A group's description, which is too long for the group's own record. */
export interface GroupTextRecord {
  id: string;
  body: string;
}

/**
 * The average number of members per page when a whole group is reported. A page with 32 members takes up less than a
 * kilobyte.
 */
const MEMBERS_A_PAGE = 32;
/** The pages are rebuilt if their average number of members exceeds this maximum or falls below the minimum. */
const MEMBERS_A_PAGE_MAX = 64;
const MEMBERS_A_PAGE_MIN = 4;

const pageRecords = recordsAt<GroupPageRecord, Parameters<typeof keys.groupMembers>>(keys.groupMembers);
const textRecords = recordsAt<GroupTextRecord, Parameters<typeof keys.groupText>>(keys.groupText);

/** The rows stored alongside a group's record: its pages by number, and its description. */
export interface GroupSideRows {
  pages: Map<number, GroupPageRecord>;
  text: GroupTextRecord | null;
}

/** Reads a group's members and its description with a single request. */
export async function readGroupRows(table: Table, instance: InstanceId, group: string): Promise<GroupSideRows> {
  const rows: GroupSideRows = { pages: new Map(), text: null };
  const { pk, sk: textKey } = keys.groupText(instance, group);
  for (let after: string | undefined; ; ) {
    const { items, more } = await table.query({ pk, limit: ROWS_AT_ONCE, ...(after !== undefined && { after }) });
    for (const item of items) {
      if (item.sk === textKey) rows.text = textRecords.of(item);
      else rows.pages.set(Number(item.sk), pageRecords.of(item));
    }
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return rows;
  }
}
const ROWS_AT_ONCE = 1_000;

/** Reads the descriptions of several groups. */
export async function readGroupTexts(
  table: Table,
  instance: InstanceId,
  groups: string[],
): Promise<Map<string, GroupDescription>> {
  const items = await table.getMany(groups.map((group) => keys.groupText(instance, group)));
  return new Map(groups.flatMap((group) => textEntry(items, instance, group)));
}

function textEntry(items: Item[], instance: InstanceId, group: string): [string, GroupDescription][] {
  const text = textRecords.among(items, instance, group);
  return text ? [[group, { id: text.id, body: text.body }]] : [];
}

/** Returns the members on a group's pages, unordered, or null if none have been reported yet. */
export function membersOn({ pages }: GroupSideRows, count: number | undefined): GroupMember[] | null {
  if (count === undefined) return null;
  return [...pages].filter(([page]) => isOfSet(page, count)).flatMap(([, { members }]) => members.map(unpacked));
}

/**
 * Returns how many pages are needed for the members. @param now the current number of pages, or undefined if there are
 * none yet.
 */
export function pagesFor(members: number, now: number | undefined): number {
  const isTooMany = now === undefined || members > now * MEMBERS_A_PAGE_MAX;
  if (!isTooMany && (now === 1 || members >= now * MEMBERS_A_PAGE_MIN)) return now;
  return 2 ** Math.max(0, Math.ceil(Math.log2(members / MEMBERS_A_PAGE)));
}

/**
 * Returns the writes that store these members, limited to the pages that differ. Sets with different page counts have
 * different keys, so the group's record alone determines which set is valid. `late` removes what is left of other sets
 * once that record has been written.
 */
export function pageWrites(
  place: { instance: InstanceId; group: string },
  { pages }: GroupSideRows,
  members: GroupMember[],
  count: number,
): { writes: Write[]; late: Write[] } {
  const wanted = new Map<number, PackedMember[]>();
  for (let page = 0; page < count; page++) wanted.set(count + page, []);
  for (const one of members) wanted.get(count + bucketOf(one.id, count))?.push(packed(one));
  const writes = [...wanted].flatMap(([page, list]) => {
    const sorted = list.toSorted(([a], [b]) => (a < b ? -1 : 1));
    const stood = pages.get(page);
    if (stood ? JSON.stringify(stood.members) === JSON.stringify(sorted) : sorted.length === 0) return [];
    const record: GroupPageRecord = { members: sorted, rev: (stood?.rev ?? 0) + 1 };
    return [{ put: { ...placeOf(place, page), ...record }, if: [asStood(stood)] }];
  });
  const others = [...pages].filter(([page]) => !isOfSet(page, count));
  return { writes, late: others.map(([page, stood]) => ({ delete: placeOf(place, page), if: [asStood(stood)] })) };
}

/** Returns the write for a changed description, or null if the description is unchanged. */
export function textWrite(
  { instance, group }: { instance: InstanceId; group: string },
  { text }: GroupSideRows,
  description: GroupDescription | null,
): Write | null {
  const place = keys.groupText(instance, group);
  if (description === null) return text && { delete: place };
  if (text?.id === description.id && text.body === description.body) return null;
  const record: GroupTextRecord = { id: description.id, body: description.body };
  return { put: { ...place, ...record } };
}

/** Whether a page belongs to a set. A set of n pages is numbered from n up to, but not including, 2n. */
const isOfSet = (page: number, count: number) => page >= count && page < 2 * count;

const placeOf = ({ instance, group }: { instance: InstanceId; group: string }, page: number): Key =>
  keys.groupMembers(instance, group, page);

const asStood = (stood: GroupPageRecord | undefined): Claim =>
  stood ? { field: "rev", op: "=", value: stood.rev } : { item: "absent" };

function packed({ id, phone, role }: GroupMember): PackedMember {
  if (role !== "member") return [id, phone, role];
  return phone === null ? [id] : [id, phone];
}

const unpacked = ([id, phone = null, role = "member"]: PackedMember): GroupMember => ({ id, phone, role });
