import type { Clock } from "../../ports.ts";
import { type GroupRecord, groupRecords } from "../../records/chats/group.ts";
import type { GroupListRecord } from "../../records/chats/group-list.ts";
import { checkFence, transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";
import { applyGroupFact } from "./apply-group-fact.ts";

/** The number of groups per table request. A single request returns at most half a megabyte. */
const PAGE = 500;

/** A complete list of groups from the network. It is recorded once the groups themselves have been written. */
export interface EndedGroupList {
  /** The groups in the list, and those that changed after the list was requested. */
  listed: Pick<ReadonlySet<string>, "has">;
  /** When the list was requested. */
  at: Date;
  /** The instance's `linked_at` when the list was requested. */
  linked_at: string;
}

/**
 * Completes a list of groups: stored groups that aren't in the list are marked as left, and customers can list groups
 * from now on. A list from an earlier link has no effect. @throws FenceLost. Spec: groups.
 */
export async function endGroupList(
  deps: { table: Table; clock: Pick<Clock, "now"> },
  own: Owner,
  { listed, at, linked_at }: EndedGroupList,
): Promise<void> {
  const { instance_id: instance } = own;
  const { pk } = keys.group(instance, "");
  for (let after: string | undefined; ; ) {
    await checkFence(deps.table, instance, own.fence);
    const { items, more } = await deps.table.query({ pk, limit: PAGE, ...(after !== undefined && { after }) });
    const gone = items.map(groupRecords.of).filter((record) => !listed.has(record.sk) && !isLeft(record));
    for (const { sk } of gone) await applyGroupFact(deps, own, sk, { kind: "left" });
    after = items.at(-1)?.sk;
    if (!more || after === undefined) break;
  }
  const record: GroupListRecord = { read_ms: at.getTime(), linked_at };
  const isOfLink = { check: keys.instance(instance), if: [{ field: "linked_at", op: "=" as const, value: linked_at }] };
  const row = { put: { ...keys.groupList(instance), ...record } };
  await isCommitted(transactFenced(deps.table, instance, own.fence, [row, isOfLink]));
}

const isLeft = ({ my_role, left_ms }: GroupRecord) => my_role === undefined && left_ms !== undefined;
