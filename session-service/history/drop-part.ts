import { transactFenced } from "../../core/records/fence.ts";
import { type HistoryPartRecord, historyPartDeletion } from "../../core/records/history-part.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { Write } from "../../core/store/table.ts";
import type { SessionDeps } from "../session-deps.ts";

/** Removes a part, together with the given writes, in one transaction. @throws FenceLost */
export async function dropPart(
  { table }: Pick<SessionDeps, "table">,
  { instance_id, fence }: Owner,
  part: HistoryPartRecord,
  also: Write[] = [],
): Promise<void> {
  await transactFenced(table, instance_id, fence, [...historyPartDeletion(instance_id, part), ...also]);
}
