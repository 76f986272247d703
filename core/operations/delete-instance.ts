import type { InstanceRecord } from "../contracts/instance.ts";
import { ApiError } from "../errors.ts";
import { ensureWake } from "../lanes/ensure-wake.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import { lookAgainRow } from "../lanes/look-again.ts";
import { keys } from "../store/keys.ts";
import { instanceLane } from "../store/lane-names.ts";
import { TransactionRefused } from "../store/table.ts";
import { restrictedUntil } from "./record-restriction.ts";
import { notRemoved } from "./request-instance-change.ts";

/**
 * Deletes an instance: gone for customers at once; its session logs out and removes what it owned.
 * @throws ApiError `messenger_restricted` (409) while the network restricts it; `instance_not_found` when somebody else
 * deleted it meanwhile. Spec: Errors, rule 5.
 */
export async function deleteInstance(deps: LaneDeps, instance: InstanceRecord): Promise<void> {
  const now = deps.clock.now();
  if (instance.status_reason === "restricted" || restrictedUntil(instance, now)) throw restricted();
  const lane = instanceLane(instance.id);
  try {
    await deps.table.transact([
      {
        update: keys.instance(instance.id),
        set: { removed_at: now.toISOString() },
        if: [...notRemoved, { field: "status_reason", op: "<>", value: "restricted" }],
      },
      { update: keys.pace(instance.id), set: { removed: true }, add: { rev: 1 } },
      { delete: keys.accountInstance(instance.account_id, instance.id) },
      lookAgainRow(lane, "removed", now),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw error.failed[0]?.status_reason === "restricted" ? restricted() : new ApiError("instance_not_found");
  }
  await ensureWake(deps, lane, now, null);
}

const restricted = () =>
  new ApiError("messenger_restricted", {
    message: "The network restricts this number at the moment, so it can't be deleted. Try again when that has ended.",
  });
