import type { SendingState } from "../../domain/protection/sending-state.ts";
import type { LaneDeps, LaneRow } from "../../lanes/lane.ts";
import { type BroadcastRecord, NEW_BASELINE } from "../../records/broadcasts/broadcast.ts";
import { putBroadcastRow } from "../../records/broadcasts/broadcast-rows.ts";
import type { Owner } from "../../records/owner.ts";
import { changeBroadcastStatus } from "./change-broadcast-status.ts";

/**
 * Starts a scheduled broadcast when its start time arrives. @returns null if the broadcast changed in the meantime.
 * Spec: broadcasts, `start_at`.
 */
export function releaseBroadcast(
  deps: LaneDeps,
  own: Owner,
  broadcast: BroadcastRecord,
  row: LaneRow,
  { quota }: SendingState,
): Promise<BroadcastRecord | null> {
  const now = deps.clock.now();
  const baseline = { ...NEW_BASELINE, warning: quota?.warning ?? null };
  return changeBroadcastStatus(deps, broadcast, {
    set: { status: "running", started_at: now.toISOString(), baseline },
    writes: [{ delete: { pk: row.pk, sk: row.sk }, if: [{ item: "exists" }] }, putBroadcastRow(broadcast, now, now)],
    own,
  });
}
