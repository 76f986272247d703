import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type BroadcastRecord, broadcastRecords } from "../../records/broadcasts/broadcast.ts";
import { broadcastRowKey, scheduledRowKey } from "../../records/broadcasts/broadcast-rows.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Write } from "../../store/table.ts";
import { changeBroadcastStatus } from "./change-broadcast-status.ts";
import { isGoingOn, pauseBroadcast } from "./pause-broadcast.ts";
import { movedOn } from "./remake-broadcast.ts";

/** How many times to reread a running broadcast that keeps changing before the request fails. */
const TRIES = 8;

/**
 * Pauses a running broadcast. A broadcast that is already paused, by request or to protect the number, keeps its
 * reason. Spec: POST /v1/broadcasts/{id}/pause. @throws ApiError `conflict` if there is nothing to pause.
 */
export function pauseByRequest(deps: LaneDeps, read: BroadcastRecord): Promise<BroadcastRecord> {
  return move(deps, read, async (broadcast) => {
    if (broadcast.status === "paused" && !isGoingOn(broadcast)) return broadcast;
    if (isGoingOn(broadcast)) return pauseBroadcast(deps, broadcast, "paused_by_you", null);
    const message = `The broadcast is ${broadcast.status}, so there is nothing to pause.`;
    throw new ApiError("conflict", { message });
  });
}

/**
 * Permanently cancels a broadcast. People who are still waiting get nothing, and no further message starts after the
 * commit. Canceling twice is not an error. Spec: DELETE /v1/broadcasts/{id}. @throws ApiError `conflict` if the
 * broadcast is completed.
 */
export function cancelBroadcast(deps: LaneDeps, read: BroadcastRecord): Promise<BroadcastRecord> {
  return move(deps, read, async (broadcast) => {
    const { status, start_at: at } = broadcast;
    if (status === "cancelled") return broadcast;
    if (status === "completed")
      throw new ApiError("conflict", { message: "The broadcast is completed, so there is nothing left to send." });
    const writes: Write[] = [];
    if (isGoingOn(broadcast)) writes.push({ delete: broadcastRowKey(broadcast) });
    if (status === "scheduled" && at !== null) writes.push({ delete: scheduledRowKey(broadcast, new Date(at)) });
    const completed_at = deps.clock.now().toISOString();
    const set = { status: "cancelled", reason: null, paused_at: null, completed_at } as const;
    // Messages that were given back still have rows in the lane, and the lane must finish those rows.
    return changeBroadcastStatus(deps, broadcast, { set, writes, wakesLane: true });
  });
}

/**
 * Performs a transition that depends on the broadcast's state. If the broadcast changes in the meantime, tries again
 * from its new state.
 */
async function move(
  { table }: LaneDeps,
  read: BroadcastRecord,
  make: (broadcast: BroadcastRecord) => Promise<BroadcastRecord | null>,
): Promise<BroadcastRecord> {
  let broadcast: BroadcastRecord | null = read;
  const atEnd = () => {
    throw movedOn();
  };
  return retryOnChange({ tries: TRIES, atEnd }, async ({ again }) => {
    if (broadcast === null) throw movedOn();
    const moved = await make(broadcast);
    if (moved) return moved;
    broadcast = await broadcastRecords.read(table, read.account_id, read.id);
    return again();
  });
}
