import type { SendQueue } from "../../core/domain/protection/pacing.ts";
import type { LaneDeps, LaneRow } from "../../core/lanes/lane.ts";
import { type Encoded, startMessage } from "../../core/operations/sending/start-message.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { type SendingRecord, sendingOf } from "../../core/records/sending.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceQueue } from "../../core/store/lane-queues.ts";

/**
 * Moves a waiting message into a sending slot, bypassing the policy.
 * @param read the sending state as a stale read would return it. Defaults to the current state.
 */
export async function startWaiting(
  deps: LaneDeps,
  own: Owner,
  row: LaneRow,
  message: MessageRecord,
  encoded: Encoded,
  read?: SendingRecord,
): Promise<boolean> {
  const seed = { timezone: "UTC", now: deps.clock.now() };
  const sending = read ?? sendingOf(await deps.table.get(keys.sending(own.instance_id)), seed);
  const queue = instanceQueue(row.sk) as SendQueue; // a row that waits to be sent
  const is_new_person = queue === "first";
  const paced = { go_before: null, draw: 0.5, typing_ms: 0, gapFactor: 1 };
  const plan = { queue, is_new_person, is_named: true, ...paced };
  return (await startMessage(deps, own, row, message, sending, encoded, plan)) !== null;
}
