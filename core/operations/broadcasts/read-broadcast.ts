import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import type { Caller } from "../../records/accounts/caller.ts";
import { type BroadcastRecord, broadcastRecords, isExpired } from "../../records/broadcasts/broadcast.ts";
import { type InstanceRecord, instanceRecords } from "../../records/instance.ts";
import type { Table } from "../../store/table.ts";

/**
 * Reads a broadcast that the caller may use, and its instance.
 * @throws ApiError `broadcast_not_found` if the broadcast is unknown, has expired or belongs to another account, or if
 * its instance was deleted or isn't covered by the key.
 */
export async function readBroadcast(
  { table, clock }: { table: Table; clock: Pick<Clock, "now"> },
  { account_id, instance_id }: Caller,
  id: string,
): Promise<{ broadcast: BroadcastRecord; instance: InstanceRecord }> {
  const broadcast = await broadcastRecords.read(table, account_id, id);
  if (!broadcast || isExpired(broadcast, clock.now())) throw new ApiError("broadcast_not_found");
  if (instance_id !== null && instance_id !== broadcast.instance_id) throw new ApiError("broadcast_not_found");
  const instance = await instanceRecords.read(table, broadcast.instance_id);
  if (!instance || instance.removed_at !== null) throw new ApiError("broadcast_not_found");
  return { broadcast, instance };
}
