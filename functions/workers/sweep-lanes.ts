import type { LaneDeps } from "../../core/lanes/lane.ts";
import { sweepLanes } from "../../core/lanes/sweep-lanes.ts";
import { ownDeps } from "../own-deps.ts";
import { tablePart } from "../parts/table-part.ts";
import { wakeupsPart } from "../parts/wakeups-part.ts";

/** Sweeps the lanes once. It logs a line only when it found a lane to wake, since most minutes have nothing to tell. */
export async function sweepLanesWorker(deps: LaneDeps): Promise<void> {
  const { woken } = await sweepLanes(deps);
  if (woken > 0) deps.log.info({ woken }, "The sweep of the lanes is finished.");
}

/** Parts of the sweep; lib/wiring.ts gives the rights. */
export const parts = [tablePart, wakeupsPart];

const laneDeps = ownDeps(parts);

/** Called by a schedule every minute; the event carries nothing. An error counts as one of the function. */
export const handler = (): Promise<void> => sweepLanesWorker(laneDeps());
