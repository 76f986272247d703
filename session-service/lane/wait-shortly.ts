import type { MessageId } from "../../core/contracts/ids.ts";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import type { Owner } from "../../core/records/owner.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import type { Sends } from "./sends.ts";

/** How long a look waits for the outcome of a send; a slower outcome wakes the lane itself. */
const OUTCOME_WAIT_MS = 2_000;

/** Has the lane look again at the end of a send that is still in hand: its chat and its slot are free then. */
export function wakeAfter(deps: LaneDeps, { instance_id }: Owner, sends: Sends, message: MessageId): void {
  const lane = instanceLane(instance_id);
  sends.wakeAfter(message, () => {
    ensureWake(deps, lane, deps.clock.now(), null).catch((error: unknown) => {
      deps.log.error({ instance_id, error: String(error) }, "a lane was not woken behind a send; it looks by itself");
    });
  });
}

/** Waits until the outcome is there, or the wait is over. */
export async function waitShortly(deps: LaneDeps, outcome: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const patience = deps.clock.until(new Date(deps.clock.now().getTime() + OUTCOME_WAIT_MS), stop.signal);
  await Promise.race([outcome, patience]);
  stop.abort();
}
