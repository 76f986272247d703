import type { InstanceId } from "../../core/contracts/ids.ts";
import { ensureWake } from "../../core/lanes/ensure-wake.ts";
import type { LaneDeps } from "../../core/lanes/lane.ts";
import { recheckRow } from "../../core/lanes/recheck.ts";
import { instanceLane } from "../../core/store/lane-names.ts";

/**
 * Triggers another check of the instance's lane, outside any transaction. @param id must not contain `#`; see
 * recheckRow.
 */
export async function wakeLane(deps: LaneDeps, instance: InstanceId, id: string): Promise<void> {
  const lane = instanceLane(instance);
  const now = deps.clock.now();
  await deps.table.write(recheckRow(lane, id, now));
  await ensureWake(deps, lane, now, null);
}
