import type { LaneDeps, LaneRow, LaneRun } from "../../lanes/lane.ts";
import { dropRecheck } from "../../lanes/recheck.ts";
import { keys } from "../../store/keys.ts";
import { TransactionRefused } from "../../store/table.ts";

/**
 * Deletes the rechecks; afterwards the settings are read again. Only the lane's holder may, because one that lost the
 * lane unknowingly would remove what its successor must see.
 * @returns false if the lane is another run's.
 */
export async function dropRechecks(deps: LaneDeps, run: LaneRun, looks: LaneRow[]): Promise<boolean> {
  if (looks.length === 0) return true;
  const mine = { check: keys.laneHead(run.lane), if: [{ field: "fence", op: "=", value: run.fence } as const] };
  try {
    await deps.table.transact([mine, ...looks.map(dropRecheck)]);
    return true;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return error.failed[0] === undefined; // put again in the meantime: it is read again
  }
}
