import type { SendQueue } from "../../core/domain/protection/pace-state.ts";
import type { LaneDeps, LaneRow } from "../../core/lanes/lane.ts";
import { type Encoded, startMessage } from "../../core/operations/sending/start-message.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { type PaceRecord, paceOf } from "../../core/records/pace.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceQueue } from "../../core/store/lane-queues.ts";

/**
 * Takes a waiting message into the sending slot, whatever the policy would say.
 * @param read the policy's state as a stale look read it; left out: as it is.
 */
export async function startWaiting(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  encoded: Encoded,
  read?: PaceRecord,
): Promise<boolean> {
  const seed = { timezone: "UTC", now: deps.clock.now() };
  const pace = read ?? paceOf(await deps.table.get(keys.pace(own.instance_id)), seed);
  const queue = instanceQueue(row.sk) as SendQueue; // a row that waits to be sent
  const plan = { queue, is_new_person: queue === "first", go_before: null, draw: 0.5, typing_ms: 0, pace: 1 };
  return (await startMessage(deps, own, row, message, pace, encoded, plan)) !== null;
}
