import type { LaneRow } from "../../core/lanes/lane.ts";
import { putOffRecheck } from "../../core/lanes/recheck.ts";
import { eraseStep } from "../../core/operations/erasing/erase-step.ts";
import type { EraseDeps } from "../../core/operations/erasing/erasing-person.ts";
import { type ErasureRecord, erasureRecords, erasureRests } from "../../core/records/erasure.ts";
import type { Owner } from "../../core/records/owner.ts";
import { keys } from "../../core/store/keys.ts";
import { ConditionFailed } from "../../core/store/table.ts";

/**
 * How long to pause after a piece, so that messages can be sent in between, and how long to wait while a message to the
 * person is being sent. We chose these values ourselves.
 */
const PAUSE_MS = { more: 50, waits: 1_000 };

/** The maximum number of erasures to look through for one that doesn't rest. We chose this value ourselves. */
const LOOKED_AT = 100;

/**
 * Carries out the next piece of one of the instance's unfinished erasures. Those that rest hold up none of the others.
 * The row stays until all erasures are done, so the instance's next owner can continue.
 * @returns whether there is more to do and the row must be handled again soon. @throws FenceLost
 */
export async function carryOnErasures(deps: EraseDeps, own: Owner, row: LaneRow): Promise<boolean> {
  const { pk } = keys.erasure(own.instance_id, "");
  const erasures = (await deps.table.query({ pk, limit: LOOKED_AT })).items.map(erasureRecords.of);
  if (erasures.length === 0) return false;
  const again = await carryOn(deps, own, erasures);
  await deps.table.write(putOffRecheck(row, again)).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error; // put again in the meantime: it is handled at once
  });
  return true;
}

/** Carries out the next piece of the first erasure that doesn't rest. @returns when to look again. */
async function carryOn(deps: EraseDeps, own: Owner, erasures: readonly ErasureRecord[]): Promise<Date> {
  const now = deps.clock.now();
  const next = erasures.find((one) => erasureRests(one, now) === null);
  if (next === undefined) {
    const ends = erasures.map((one) => erasureRests(one, now)?.getTime() ?? now.getTime());
    return new Date(Math.min(...ends));
  }
  const outcome = await eraseStep(deps, own, next);
  const pause = outcome === "waits" ? PAUSE_MS.waits : PAUSE_MS.more;
  return new Date(deps.clock.now().getTime() + pause);
}
