import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { InstanceId } from "../../contracts/ids.ts";
import { shortName } from "../../domain/chats/short-name.ts";
import type { GroupFields, KnownGroup } from "../../domain/groups/group-fields.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";
import { asRead } from "../as-read.ts";
import { type GroupRecord, groupRecords } from "./group.ts";
import { type GroupSideRows, membersOn, pagesFor, pageWrites, readGroupRows, textWrite } from "./group-members.ts";

/** A group as read, with everything stored alongside its record. */
export interface StoredGroup {
  instance: InstanceId;
  group: string;
  record: GroupRecord | null;
  rows: GroupSideRows;
}

/**
 * The writes for a change. `place` must be written first, so there is a record that points to everything stored
 * alongside it. The writes in `first` may be made separately, in any order. Those in `together` must be made in a
 * single transaction.
 */
export interface GroupWrites {
  place: Write[];
  first: Write[];
  together: Write[];
  last: Write[];
}

/** Reads a group with its members and its description. */
export async function readStoredGroup(table: Table, instance: InstanceId, group: string): Promise<StoredGroup> {
  const [record, rows] = await Promise.all([
    groupRecords.read(table, instance, group),
    readGroupRows(table, instance, group),
  ]);
  return { instance, group, record, rows };
}

/** Builds a group from its rows. Returns null if there is no record of it. */
export function knownGroup({ record, rows }: StoredGroup): KnownGroup | null {
  if (record === null) return null;
  const { text } = rows;
  return {
    fields: fieldsOf(record),
    description: record.description_id === undefined || text === null ? null : { id: text.id, body: text.body },
    members: membersOn(rows, record.member_pages),
  };
}

/** Whether this notification is among those most recently applied to the group. */
export const isSeen = ({ record }: StoredGroup, id: string): boolean => record?.seen?.includes(shortHash(id)) === true;

/**
 * Returns the writes that bring the stored group up to date, limited to the differences. If the pages don't all fit
 * into one transaction, they are written separately before the transaction. A crash after that leaves only correct
 * data, and repeating the change completes the rest.
 * @param id the notification that reported the change, or null if there was none.
 */
export function groupWrites(stored: StoredGroup, after: KnownGroup, id: string | null): GroupWrites {
  const { instance, group, record, rows } = stored;
  const count = after.members === null ? undefined : pagesFor(after.members.length, record?.member_pages);
  const pages = count === undefined || after.members === null ? NONE : pageWrites(stored, rows, after.members, count);
  const text = textWrite(stored, rows, after.description);
  const seen = id === null ? record?.seen : [...(record?.seen ?? []), shortHash(id)].slice(-SEEN_KEPT);
  const name = after.fields.subject === undefined ? record?.name : (shortName(after.fields.subject) ?? undefined);
  const change = difference(record ?? {}, { ...after.fields, name, member_pages: count, seen });
  const isFirst = pages.writes.length > PAGES_TOGETHER;
  const isPlaced = isFirst && record === null;
  const hasMore = pages.writes.length > 0 || text !== null;
  if (change === null && !hasMore) return { place: [], first: [], together: [], last: pages.late };
  const head: Write = {
    update: keys.group(instance, group),
    set: { ...change?.set, group_rev: (record?.group_rev ?? 0) + 1 },
    ...(change && change.remove.length > 0 && { remove: change.remove }),
    if: isPlaced ? [{ field: "group_rev", op: "=", value: 0 }] : asRead(record, ["group_rev"]),
  };
  return {
    place: isPlaced ? [{ put: { ...keys.group(instance, group), group_rev: 0 }, if: [{ item: "absent" }] }] : [],
    first: isFirst ? pages.writes : [],
    together: [head, ...(isFirst ? [] : pages.writes), ...(text === null ? [] : [text])],
    last: pages.late,
  };
}

const NONE = { writes: [], late: [] };
/** Kept low, because writes cost twice as much in a transaction. */
const PAGES_TOGETHER = 4;
const SEEN_KEPT = 8;
const SEEN_CHARS = 6;

const shortHash = (id: string) => createHash("sha256").update(id).digest("base64url").slice(0, SEEN_CHARS);

/** The fields that are written only in this file. */
const OWN_FIELDS = [
  "subject",
  "owner",
  "owner_phone",
  "made_ms",
  "size",
  "my_role",
  "in_ms",
  "left_ms",
  "settings",
  "description_id",
  "picture_id",
  "picture_key",
  "picture_ms",
  "private_ids",
  "community",
  "parent",
] as const satisfies (keyof GroupFields)[];
const CHANGED_FIELDS = [...OWN_FIELDS, "name", "member_pages", "seen"] as const satisfies (keyof GroupRecord)[];

const fieldsOf = (record: GroupRecord): GroupFields =>
  Object.fromEntries(OWN_FIELDS.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])));

function difference(
  before: GroupRecord,
  after: GroupRecord,
): { set: Record<string, unknown>; remove: string[] } | null {
  const changed = CHANGED_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return null;
  const set = changed.filter((field) => after[field] !== undefined).map((field) => [field, after[field]]);
  return { set: Object.fromEntries(set), remove: changed.filter((field) => after[field] === undefined) };
}
