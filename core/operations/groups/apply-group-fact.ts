import { afterGroupFact } from "../../domain/groups/after-group-fact.ts";
import type { GroupFact } from "../../domain/groups/group.ts";
import type { Clock } from "../../ports.ts";
import { groupWrites, knownGroup, readStoredGroup } from "../../records/chats/stored-group.ts";
import type { Owner } from "../../records/owner.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Table } from "../../store/table.ts";
import { commitGroup, GROUP_RETRIES } from "./commit-group.ts";

/**
 * Applies what a network response says about a group, writing only what differs. @throws FenceLost. Spec: groups.
 * docs/decisions/0081.
 */
export async function applyGroupFact(
  { table, clock }: { table: Table; clock: Pick<Clock, "now"> },
  own: Owner,
  group: string,
  fact: GroupFact,
): Promise<void> {
  return retryOnChange(GROUP_RETRIES, async ({ again }) => {
    const stored = await readStoredGroup(table, own.instance_id, group);
    const after = afterGroupFact(knownGroup(stored), fact, clock.now());
    if (after === null) return;
    if (!(await commitGroup(table, own, groupWrites(stored, after, null), []))) again();
  });
}
