import type { LaneDeps } from "../../core/lanes/lane.ts";

/** How long a look stays for the outcome of a send; a slower one wakes the lane itself. */
const OUTCOME_WAIT_MS = 2_000;

/** Until the outcome is there, or has taken too long to be waited for. */
export async function waitShortly(deps: LaneDeps, outcome: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const patience = deps.clock.until(new Date(deps.clock.now().getTime() + OUTCOME_WAIT_MS), stop.signal);
  await Promise.race([outcome, patience]);
  stop.abort();
}
