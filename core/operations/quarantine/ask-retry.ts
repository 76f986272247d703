import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { recheckRow } from "../../lanes/recheck.ts";
import type { QuarantineRecord } from "../../records/quarantine.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import type { SomeWrites } from "../../store/table.ts";

/**
 * Makes the instance's owner retry the quarantined work within two minutes. @returns false if the work no longer
 * exists.
 */
export async function askRetry(deps: LaneDeps, record: QuarantineRecord): Promise<boolean> {
  const { id, instance_id } = record;
  const now = deps.clock.now();
  const lane = instanceLane(instance_id);
  const writes: SomeWrites = [
    { update: keys.quarantine(instance_id, id), set: { state: "asked" }, if: [{ item: "exists" }] },
    recheckRow(lane, id, now, { quarantined: id }),
  ];
  if (!(await isCommitted(deps.table.transact(writes)))) return false;
  await ensureWake(deps, lane, now, null);
  return true;
}
