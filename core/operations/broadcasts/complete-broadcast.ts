import type { LaneDeps } from "../../lanes/lane.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { broadcastRowKey } from "../../records/broadcasts/broadcast-rows.ts";
import type { Owner } from "../../records/owner.ts";
import type { StepOutcome } from "../sending/send-steps.ts";
import { changeBroadcastStatus } from "./change-broadcast-status.ts";

/**
 * Completes a broadcast once everyone on its list has been dealt with. This happens exactly once, together with the
 * broadcast's event. Spec: Events, `broadcast.completed`.
 */
export async function completeBroadcast(deps: LaneDeps, own: Owner, broadcast: BroadcastRecord): Promise<StepOutcome> {
  const done = await changeBroadcastStatus(deps, broadcast, {
    set: { status: "completed", reason: null, paused_at: null, completed_at: deps.clock.now().toISOString() },
    writes: [{ delete: broadcastRowKey(broadcast), if: [{ item: "exists" }] }],
    event: "broadcast.completed",
    own,
  });
  return done ? "done" : "moved";
}
