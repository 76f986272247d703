import type { BroadcastReason } from "../../contracts/broadcasts/broadcast-states.ts";
import { judgeNumber, judgeResults } from "../../domain/broadcasts/judge-broadcast.ts";
import type { SendingState } from "../../domain/protection/sending-state.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import type { Owner } from "../../records/owner.ts";
import { isGoingOn, pauseBroadcast } from "./pause-broadcast.ts";
import { readStatePages } from "./sum-progress.ts";

/**
 * Pauses a broadcast if continuing would put its number at risk. Spec: broadcasts, `reason.code`.
 * @param state the number's state. If null, only the results of the broadcast's messages are checked.
 * @param heardFrom as for `judgeResults`. @returns whether the broadcast was paused.
 */
export async function judgeBroadcast(
  deps: LaneDeps,
  own: Owner,
  broadcast: BroadcastRecord,
  state: SendingState | null,
  heardFrom: Date | null,
): Promise<boolean> {
  if (!isGoingOn(broadcast)) return false;
  const now = deps.clock.now();
  const reason: BroadcastReason | null =
    (state && judgeNumber(broadcast, state, now)) ??
    judgeResults(broadcast, await readStatePages(deps.table, broadcast), now, heardFrom);
  return reason !== null && (await pauseBroadcast(deps, broadcast, reason, own)) !== null;
}
