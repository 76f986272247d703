import type { BroadcastReason } from "../../contracts/broadcasts/broadcast-states.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { broadcastRowKey } from "../../records/broadcasts/broadcast-rows.ts";
import type { Owner } from "../../records/owner.ts";
import { changeBroadcastStatus } from "./change-broadcast-status.ts";

/**
 * Reasons for pauses that end automatically. The broadcast's row stays in the lane, and the lane resumes the broadcast
 * at the first check that allows it.
 */
const ENDS_BY_ITSELF: ReadonlySet<BroadcastReason | null> = new Set<BroadcastReason>([
  "daily_limit",
  "warm_up",
  "not_connected",
]);

/** Whether a broadcast has a row in the lane, because it is running or will be resumed automatically. */
export const isGoingOn = ({ status, reason }: Pick<BroadcastRecord, "status" | "reason">): boolean =>
  status === "running" || (status === "paused" && ENDS_BY_ITSELF.has(reason));

/**
 * Pauses a running broadcast and creates the event. No further messages of the broadcast start after the commit,
 * because each start requires the row that the pause removes. Spec: broadcasts, pause.
 * @param own the owner, if a session pauses the broadcast. Null for a request. @returns null if the broadcast changed
 * in the meantime.
 */
export function pauseBroadcast(
  deps: LaneDeps,
  broadcast: BroadcastRecord,
  reason: BroadcastReason,
  own: Owner | null,
): Promise<BroadcastRecord | null> {
  const takes = isGoingOn(broadcast) && !ENDS_BY_ITSELF.has(reason);
  return changeBroadcastStatus(deps, broadcast, {
    set: { status: "paused", reason, paused_at: deps.clock.now().toISOString() },
    writes: takes ? [{ delete: broadcastRowKey(broadcast) }] : [],
    event: "broadcast.paused",
    ...(own && { own }),
  });
}

/**
 * Resumes a broadcast that was paused automatically. @returns the running broadcast, or null if it changed in the
 * meantime.
 */
export async function goOn(deps: LaneDeps, broadcast: BroadcastRecord, own: Owner): Promise<BroadcastRecord | null> {
  if (broadcast.status === "running") return broadcast;
  return changeBroadcastStatus(deps, broadcast, { set: { status: "running", reason: null, paused_at: null }, own });
}
