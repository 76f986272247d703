import type { LaneDeps } from "../../core/lanes/lane.ts";

/** How long a look waits for the outcome of a send; a slower outcome wakes the lane itself. */
const OUTCOME_WAIT_MS = 2_000;

/** Waits until the outcome is there, or the wait is over. */
export async function waitShortly(deps: LaneDeps, outcome: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const patience = deps.clock.until(new Date(deps.clock.now().getTime() + OUTCOME_WAIT_MS), stop.signal);
  await Promise.race([outcome, patience]);
  stop.abort();
}
