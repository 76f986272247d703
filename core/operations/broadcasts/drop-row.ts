import { broadcastOf } from "../../domain/broadcasts/broadcast-row.ts";
import type { LaneRow } from "../../lanes/lane.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import type { Condition, Table } from "../../store/table.ts";
import { committed, type StepOutcome } from "../sending/send-steps.ts";

/**
 * Removes the lane row of a broadcast that is not running or was deleted. If the broadcast is running again, the row
 * stays, because resuming a broadcast puts its row in the same place.
 * @param stored the broadcast, read after the row. Null if it was deleted.
 */
export function dropRow(
  table: Table,
  { account_id }: Owner,
  row: LaneRow,
  stored: BroadcastRecord | null,
): Promise<StepOutcome> {
  const asRead: Condition = stored ? [{ field: "rev", op: "=", value: stored.rev }] : [{ item: "absent" }];
  return committed(
    table.transact([
      { delete: { pk: row.pk, sk: row.sk }, if: [{ field: "put_at", op: "=", value: row.put_at }] },
      { check: keys.broadcast(account_id, broadcastOf(row) ?? ""), if: asRead },
    ]),
  );
}
