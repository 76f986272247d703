import type { SendSlot } from "../../core/domain/protection/send-slots.ts";
import { kindOf } from "../../core/domain/sending/kinds.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { isId } from "../../core/lanes/row-fault.ts";
import { hasEnded } from "../../core/operations/sending/quarantine-send.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { messageRecords } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { freeSlotWrite } from "../../core/records/slot-fields.ts";
import { keys } from "../../core/store/keys.ts";
import { instanceLane } from "../../core/store/lane-names.ts";
import { type InstanceQueue, instanceQueue } from "../../core/store/lane-queues.ts";
import type { SessionPort } from "../session-port.ts";
import { ignoreRefusal } from "./handle-recheck.ts";
import type { LaneView } from "./lane-view.ts";
import { quarantineSlot } from "./quarantine-row.ts";
import { type Sends, waitShortly } from "./sends.ts";
import type { TransmitDeps } from "./started-send.ts";

/** The queues whose waiting rows cut typing short. */
const URGENT: (InstanceQueue | null)[] = ["otp", "reply"];

/**
 * Repeats messages that are in a slot but aren't being sent by this task, because their session died or an answer was
 * lost. A message whose send itself keeps failing is quarantined.
 * @returns whether a message has ended, making the view outdated. @throws FenceLost
 */
export async function resumeSends(
  deps: TransmitDeps,
  own: Owner,
  session: SessionPort,
  sends: Sends,
  { sending, heads, blocked, now }: LaneView,
): Promise<boolean> {
  const isUrgent = (row: LaneRow | undefined) => row !== undefined && URGENT.includes(instanceQueue(row.sk));
  sends.noteReply([heads.otp, heads.reply, ...blocked].some(isUrgent));
  const resting = sends.troubles.resting(now);
  const lost = sending.slots.filter(({ message_id: id }) => !sends.has(id) && !resting.has(id));
  if (lost.length === 0 || !session.isOpen()) return false;
  const places = lost.map((slot) => keys.message(own.account_id, slot.message_id));
  const items = await deps.table.getMany(places);
  const ends: Promise<void>[] = [];
  for (const slot of lost) {
    const id = slot.message_id;
    const message = messageRecords.among(items, own.account_id, id) ?? undefined;
    const failure = sends.givenUp(id);
    if (failure) await quarantineSlot(deps, own, slot, failure);
    else if (message?.step === "sending" && message.status === "queued" && !sends.hasEnded(id)) {
      const repeated = { ...message, id, slot: slot.slot };
      const { ended } = sends.begin(deps, own, session, repeated, null);
      if (!kindOf(repeated).hasList) ends.push(ended);
    } else await endSlot(deps, own, slot, message);
  }
  await waitShortly(deps, Promise.all(ends));
  return lost.some(({ message_id: id }) => !sends.has(id) && !sends.troubles.resting(deps.clock.now()).has(id));
}

/** Frees a slot whose message is not being sent, because it has ended, is waiting in a row, or no longer exists. */
async function endSlot(deps: TransmitDeps, own: Owner, slot: SendSlot, message: MessageRecord | undefined) {
  const row = message?.row;
  const place = isId(row) ? keys.laneRow(instanceLane(own.instance_id), row) : null;
  // A message that was given back for the night is waiting in its row.
  if (message && !hasEnded(message) && !(place && (await deps.table.get(place)))) {
    const error = new Error("The status of a message in a sending slot is neither waiting nor being sent.");
    return quarantineSlot(deps, own, slot, { error, tries: 1 });
  }
  await deps.table.write(freeSlotWrite(own.instance_id, slot)).catch(ignoreRefusal);
}
