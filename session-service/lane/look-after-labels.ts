import type { LaneDeps, LaneRow } from "../../core/lanes/lane.ts";
import { putOffRecheck } from "../../core/lanes/recheck.ts";
import { removeLabelRows } from "../../core/operations/labels/remove-label-rows.ts";
import type { Owner } from "../../core/records/owner.ts";
import { ConditionFailed } from "../../core/store/table.ts";
import type { SessionPort } from "../session-port.ts";

/**
 * The pause between two pages of a deleted label's chats, so that messages can be sent in between. We chose this value
 * ourselves.
 */
const PAUSE_MS = 100;

/**
 * Removes deleted labels from another page of chats, and makes the session send the changes to the phone. The row stays
 * until deleted labels have been removed from all chats, so the instance's next owner can continue.
 * @returns whether there is more to do and the row must be handled again soon. @throws FenceLost
 */
export async function lookAfterLabels(
  deps: LaneDeps,
  own: Owner,
  session: SessionPort,
  row: LaneRow,
): Promise<boolean> {
  session.offerLabels();
  if (!(await removeLabelRows(deps, own))) return false;
  const again = new Date(deps.clock.now().getTime() + PAUSE_MS);
  await deps.table.write(putOffRecheck(row, again)).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error; // put again in the meantime: it is handled at once
  });
  return true;
}
