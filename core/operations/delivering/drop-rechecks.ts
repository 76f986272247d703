import type { LaneDeps, LaneRow, LaneRun } from "../../lanes/lane.ts";
import { dropRecheck } from "../../lanes/recheck.ts";
import { keys } from "../../store/keys.ts";
import { TransactionRefused } from "../../store/table.ts";

/**
 * Deletes the rechecks. The settings must be read again afterwards. Only the lane's current owner may delete rechecks:
 * a run that lost the lane without noticing would delete rechecks that its successor must see.
 * @returns false if another run owns the lane.
 */
export async function dropRechecks(deps: LaneDeps, run: LaneRun, looks: LaneRow[]): Promise<boolean> {
  if (looks.length === 0) return true;
  const mine = { check: keys.laneHead(run.lane), if: [{ field: "fence", op: "=", value: run.fence } as const] };
  try {
    await deps.table.transact([mine, ...looks.map(dropRecheck)]);
    return true;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return error.failed[0] === undefined; // Put again in the meantime, so it will be read again.
  }
}
