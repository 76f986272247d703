import type { GroupSummary } from "../../contracts/groups/group.ts";
import type { Clock, MediaStore } from "../../ports.ts";
import { type GroupRecord, groupRecords } from "../../records/chats/group.ts";
import { areGroupsOfLink, groupLists } from "../../records/chats/group-list.ts";
import { readGroupTexts } from "../../records/chats/group-members.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";
import { presentGroupSummary } from "./present-group.ts";
import { notReadYet } from "./require-group.ts";

/** The number of groups per table request. A single request returns at most half a megabyte. */
const READ_AT_ONCE = 500;

/** A page of groups. `next` is the id after which the next page starts, or null on the last page. */
export interface GroupPage {
  groups: GroupSummary[];
  next: string | null;
}

/** Where a page starts: after the group with a given ID or, if the ID is null, after the first `offset` groups. */
interface GroupStart {
  limit: number;
  offset: number;
  after: string | null;
}

/**
 * Lists one page of the groups that an instance is in, ordered by id. The groups are read from the table, not from the
 * network. @throws ApiError `unavailable` while the groups of a new link have not been read yet. Spec: GET
 * /v1/instances/{id}/groups.
 */
export async function listGroups(
  deps: { table: Table; media: Pick<MediaStore, "link">; clock: Pick<Clock, "now"> },
  instance: InstanceRecord,
  start: GroupStart,
): Promise<GroupPage> {
  const list = await groupLists.read(deps.table, instance.id);
  if (instance.linked_at !== null && !areGroupsOfLink(list, instance)) throw notReadYet();
  const { limit } = start;
  // Fetch one more group than fits on the page, to find out whether more groups follow.
  const found = await readPage(deps.table, instance, { ...start, limit: limit + 1 });
  const page = found.slice(0, limit);
  const described = page.filter(({ description_id }) => description_id !== undefined).map(({ sk }) => sk);
  const texts = await readGroupTexts(deps.table, instance.id, described);
  const groups = await Promise.all(
    page.map((record) => presentGroupSummary(deps, { group: record.sk, record }, texts.get(record.sk)?.body ?? null)),
  );
  return { groups, next: found.length > limit ? (page.at(-1)?.sk ?? null) : null };
}

async function readPage(
  table: Table,
  instance: InstanceRecord,
  { limit, offset, after: start }: GroupStart,
): Promise<(GroupRecord & Key)[]> {
  const { pk } = keys.group(instance.id, "");
  const page: (GroupRecord & Key)[] = [];
  let left = start === null ? offset : 0;
  for (let after = start ?? undefined; ; ) {
    const atOnce = left > 0 || page.length > 0 ? READ_AT_ONCE : limit;
    const { items, more } = await table.query({ pk, limit: atOnce, ...(after !== undefined && { after }) });
    for (const record of items.map(groupRecords.of)) {
      if (record.my_role === undefined) continue;
      if (left-- <= 0) page.push(record);
      if (page.length === limit) return page;
    }
    after = items.at(-1)?.sk;
    if (!more || after === undefined) return page;
  }
}
