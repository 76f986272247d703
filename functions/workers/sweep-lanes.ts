import { counted } from "../../core/contracts/log-metrics.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { sweepLanes } from "../../core/lanes/sweep-lanes.ts";
import { countUnownedShards } from "../../core/operations/instances/count-unowned-shards.ts";
import { ownDeps } from "../own-deps.ts";
import { tablePart } from "../parts/table-part.ts";
import { wakeupsPart } from "../parts/wakeups-part.ts";

/**
 * Sweeps the lanes once. Logs a line only if a lane had to be woken, because there is nothing to report in most
 * minutes.
 */
export async function sweepLanesWorker(deps: LaneDeps): Promise<void> {
  const { woken } = await sweepLanes(deps);
  if (woken > 0) deps.log.info({ woken }, "The sweep of the lanes is finished.");
}

/**
 * Logs a line for the alarm if any shards have no owner. Once no session task is left, only the sweep can report this.
 */
export async function tellUnownedShards(
  deps: Pick<LaneDeps, "table" | "clock" | "log">,
  shardCount: number,
): Promise<void> {
  const shards = await countUnownedShards(deps, shardCount, deps.clock.now());
  if (shards > 0)
    deps.log.warn(counted("ShardsUnowned", shards), "some shards have no owner, so their numbers are offline");
}

/** The parts that the sweep uses. lib/wiring.ts grants the permissions for them. */
export const parts = [tablePart, wakeupsPart];

const own = ownDeps(parts);

/** Called by a schedule every minute with an empty event. An exception counts as a function error. */
export async function handler(): Promise<void> {
  const deps = own();
  await Promise.all([sweepLanesWorker(deps), tellUnownedShards(deps, deps.env.SHARD_COUNT)]);
}
