import type { InstanceId } from "../../contracts/ids.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Write } from "../../store/table.ts";

/** One row stands for all label work that waits for an instance's owner, who finds out what there is to do. */
const ROW = "labels";

/** Requests label work from the instance's owner, in the transaction of the change. Call `wakeForLabels` afterwards. */
export const labelsRow = (instance: InstanceId, now: Date): Write =>
  recheckRow(instanceLane(instance), ROW, now, { labels: true });

/** Wakes the instance's owner, after the commit. */
export const wakeForLabels = (deps: LaneDeps, instance: InstanceId): Promise<void> =>
  ensureWake(deps, instanceLane(instance), deps.clock.now(), null);
