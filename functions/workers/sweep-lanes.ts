import type { LaneDeps } from "../../core/lanes/lane.ts";
import { sweepLanes } from "../../core/lanes/sweep-lanes.ts";
import { laneDeps } from "../deps.ts";

/** One sweep, logged: the alarm on sweeps that don't finish counts this line. */
export async function sweepLanesWorker(deps: LaneDeps): Promise<void> {
  const { woken } = await sweepLanes(deps);
  deps.log.info({ woken }, "The sweep of the lanes is finished.");
}

/** Called every minute by a schedule; the event says nothing. A throw is counted as an error of the function. */
export const handler = (): Promise<void> => sweepLanesWorker(laneDeps());
