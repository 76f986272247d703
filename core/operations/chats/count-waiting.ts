import type { InstanceId } from "../../contracts/ids.ts";
import { PANEL_LIMITS } from "../../contracts/panel/panel-limits.ts";
import { lists } from "../../store/keys.ts";
import type { Table } from "../../store/table.ts";

/**
 * Counts the people waiting for an answer, up to `PANEL_LIMITS.waitingMax` per instance. Uses an index that may lag
 * behind.
 * @param instances the instances. The caller's access to them must already have been checked.
 */
export async function countWaiting(table: Table, instances: readonly InstanceId[]): Promise<number> {
  const limit = PANEL_LIMITS.waitingMax;
  const pages = await Promise.all(
    instances.map((instance) => table.query({ pk: lists.waitingChats(instance), index: "by_phone", limit })),
  );
  return pages.reduce((sum, { items }) => sum + items.length, 0);
}
