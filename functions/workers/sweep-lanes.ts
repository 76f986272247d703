import type { LaneDeps } from "../../core/lanes/lane.ts";
import { sweepLanes } from "../../core/lanes/sweep-lanes.ts";
import { ownDeps } from "../own-deps.ts";
import { tablePart } from "../parts/table-part.ts";
import { wakeupsPart } from "../parts/wakeups-part.ts";

/** One sweep; a line only when it found something to wake: most minutes have nothing to tell. */
export async function sweepLanesWorker(deps: LaneDeps): Promise<void> {
  const { woken } = await sweepLanes(deps);
  if (woken > 0) deps.log.info({ woken }, "The sweep of the lanes is finished.");
}

/** What the sweep may use; lib/wiring.ts gives the rights. */
export const parts = [tablePart, wakeupsPart];

const laneDeps = ownDeps(parts);

/** Called every minute by a schedule; the event says nothing. A throw is counted as an error of the function. */
export const handler = (): Promise<void> => sweepLanesWorker(laneDeps());
