import type { InstanceId } from "../../contracts/ids.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { Write } from "../../store/table.ts";

/**
 * The ID of the single row that represents all of an instance's label work. The owner finds out what there is to do.
 */
const ROW = "labels";

/**
 * Builds the write that requests label work from the instance's owner. It belongs in the same transaction as the
 * change. Call `wakeForLabels` after the commit.
 */
export const labelsRow = (instance: InstanceId, now: Date): Write =>
  recheckRow(instanceLane(instance), ROW, now, { labels: true });

/** Wakes the instance's owner. Must be called after the commit. */
export const wakeForLabels = (deps: LaneDeps, instance: InstanceId): Promise<void> =>
  ensureWake(deps, instanceLane(instance), deps.clock.now(), null);
