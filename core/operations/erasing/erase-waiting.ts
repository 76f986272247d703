import { laneRows } from "../../lanes/lane.ts";
import type { MessageRecord } from "../../records/message.ts";
import { messageRecords } from "../../records/message.ts";
import { readSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import { failMessage } from "../sending/send-steps.ts";
import { removeMessages } from "./erase-messages.ts";
import { DONE, type Erasing, nextPage, type StepResult } from "./erasing-person.ts";

/**
 * Where the rows that contain messages begin. They sort after the lane's header and rechecks, and the broadcast queue
 * comes first.
 */
const FIRST = `${INSTANCE_QUEUES.broadcast}#`;

/**
 * Cancels the messages waiting to be sent to the person, then waits for those being sent. Nothing else is erased while
 * a message to the person could still be sent. The lane's owner performs both steps, so no message can start in
 * between.
 */
export async function eraseWaiting(work: Erasing): Promise<StepResult> {
  const { deps, own, after } = work;
  const lane = instanceLane(own.instance_id);
  const { items, next } = await nextPage(deps.table, { pk: lane, from: FIRST }, after);
  const rows = items.map(laneRows.of).filter(({ message_id }) => typeof message_id === "string");
  const messages = await readMessages(
    work,
    rows.map(({ message_id }) => String(message_id)),
  );
  for (const message of messages.filter((one) => isToPerson(work, one) && one.step === "waiting")) {
    const row = rows.find(({ message_id }) => message_id === message.id);
    if (row === undefined) continue;
    const outcome = await failMessage(deps, own, message, row, "cancelled");
    if (outcome === "moved") return { kind: "waits" };
    await removeMessages(work, [message]);
  }
  if (next.kind === "more") return next;
  return (await isAnyBeingSent(work)) ? { kind: "waits" } : DONE;
}

/** Whether a message to the person is being sent. */
export async function isAnyBeingSent(work: Erasing): Promise<boolean> {
  const { deps, own } = work;
  const { slots } = await readSending(deps.table, own.instance_id, { timezone: "UTC", now: deps.clock.now() });
  const messages = await readMessages(
    work,
    slots.map(({ message_id }) => message_id),
  );
  return messages.some((one) => isToPerson(work, one) && one.step === "sending");
}

async function readMessages({ deps, own }: Erasing, ids: string[]): Promise<MessageRecord[]> {
  const places = [...new Set(ids)].map((id) => keys.message(own.account_id, id));
  return places.length === 0 ? [] : (await deps.table.getMany(places)).map(messageRecords.of);
}

const isToPerson = ({ ids, own }: Erasing, { instance_id, person, chat_id }: MessageRecord) =>
  instance_id === own.instance_id && [person, chat_id].some((name) => name !== null && ids.has(name));
