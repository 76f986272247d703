import type { BroadcastStatus } from "../../core/contracts/broadcasts/broadcast-states.ts";
import { broadcastOfMessage } from "../../core/domain/broadcasts/broadcast-row.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { failMessage, type StepOutcome } from "../../core/operations/sending/send-steps.ts";
import { broadcastRecords } from "../../core/records/broadcasts/broadcast.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { SendingRecord } from "../../core/records/sending.ts";
import type { TransmitDeps } from "./started-send.ts";
import { waitingMessage } from "./waiting-message.ts";

/** The final states, from which a broadcast never resumes. */
const OVER: ReadonlySet<BroadcastStatus> = new Set<BroadcastStatus>(["cancelled", "completed"]);

/**
 * Ends a broadcast message that was given back for the night, if the broadcast is now over. The message ends as
 * `cancelled`. If it may have reached the network, it waits for a receipt until the morning and then ends as
 * `no_receipt`.
 * @returns null if the message is still waiting. @throws FenceLost
 */
export async function endOrphan(
  deps: TransmitDeps,
  own: Owner,
  row: LaneRow,
  { slots }: SendingRecord,
): Promise<StepOutcome | null> {
  const broadcast = await broadcastRecords.read(deps.table, own.account_id, broadcastOfMessage(row) ?? "");
  if (broadcast && !OVER.has(broadcast.status)) return null;
  const message = await waitingMessage(deps.table, own, row, slots);
  if (!message) return "done";
  if (message.network_id === null) return failMessage(deps, own, message, row, "cancelled");
  if (Date.parse(row.due) > deps.clock.now().getTime()) return null;
  return failMessage(deps, own, message, row, "no_receipt");
}
