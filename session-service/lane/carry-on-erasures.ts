import type { LaneRow } from "../../core/lanes/lane.ts";
import { putOffRecheck } from "../../core/lanes/recheck.ts";
import { eraseStep } from "../../core/operations/erasing/erase-step.ts";
import type { EraseDeps } from "../../core/operations/erasing/erasing-person.ts";
import { erasureRecords } from "../../core/records/erasure.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import { ConditionFailed } from "../../core/store/table.ts";

/**
 * How long to pause after a piece, so that messages can be sent in between, and how long to wait while a message to the
 * person is being sent. We chose these values ourselves.
 */
const PAUSE_MS = { more: 50, waits: 1_000 };

/**
 * Carries out the next piece of the instance's oldest unfinished erasure. The row stays until all erasures are done, so
 * the instance's next owner can continue.
 * @returns whether there is more to do and the row must be handled again soon. @throws FenceLost
 */
export async function carryOnErasures(deps: EraseDeps, own: Owner, row: LaneRow): Promise<boolean> {
  const { pk } = keys.erasure(own.instance_id, "");
  const [first] = (await deps.table.query({ pk, limit: 1 })).items;
  if (first === undefined) return false;
  const outcome = await eraseStep(deps, own, erasureRecords.of(first));
  const pause = outcome === "waits" ? PAUSE_MS.waits : PAUSE_MS.more;
  const again = new Date(deps.clock.now().getTime() + pause);
  await deps.table.write(putOffRecheck(row, again)).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error; // put again in the meantime: it is handled at once
  });
  return true;
}
