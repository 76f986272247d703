import type { SendSlot } from "../../core/domain/protection/send-slots.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { rowId } from "../../core/lanes/put-row.ts";
import { isId } from "../../core/lanes/row-fault.ts";
import type { QuarantineReason } from "../../core/operations/quarantine/quarantine-job.ts";
import { hasEnded, quarantineSend } from "../../core/operations/sending/quarantine-send.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { messageRecords } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import { freeSlotWrite } from "../../core/records/slot-fields.ts";
import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";
import type { TransmitDeps } from "./started-send.ts";

/**
 * Quarantines a row that can never be processed and ends its message. The operator can see the row and the message.
 * Returns the same as `quarantineSend`.
 * @throws FenceLost
 */
export async function quarantineRow(
  deps: TransmitDeps,
  own: Owner,
  row: LaneRow,
  { error, tries }: QuarantineReason,
  slots: SendSlot[],
): Promise<boolean> {
  const id = rowId(row.sk);
  const message = row.sk.startsWith("C#") || !isId(id) ? null : await messageAt(deps.table, own, id);
  const isItsOwn = message !== null && !hasEnded(message) && !(await goesOnElsewhere(deps.table, row, message, slots));
  const done = await quarantineSend(deps, own, {
    place: `${row.pk} ${row.sk}`,
    take: { delete: { pk: row.pk, sk: row.sk } },
    message: isItsOwn ? message : null,
    isWaiting: true,
    input: { row, message },
    error,
    tries,
  });
  if (done) tell(deps, own, { row: row.sk.slice(0, 60), message_id: id.slice(0, 60) }, error);
  return done;
}

/** Quarantines a message that occupies a sending slot, as `quarantineRow` does for a row. */
export async function quarantineSlot(
  deps: TransmitDeps,
  own: Owner,
  slot: SendSlot,
  { error, tries }: QuarantineReason,
): Promise<void> {
  const message = await messageAt(deps.table, own, slot.message_id);
  const done = await quarantineSend(deps, own, {
    place: `${keys.sending(own.instance_id).pk} ${slot.message_id}`,
    take: freeSlotWrite(own.instance_id, slot),
    message: message && !hasEnded(message) ? message : null,
    isWaiting: false,
    input: { slot, message },
    error,
    tries,
  });
  if (done) tell(deps, own, { message_id: slot.message_id }, error);
}

function tell({ log, metrics }: TransmitDeps, { instance_id }: Owner, about: object, error: unknown): void {
  metrics?.count("JobsSetAside");
  log.error(
    { instance_id, ...about, error: String(error) },
    "a row waiting to be sent can't be processed and is quarantined",
  );
}

async function messageAt(table: Table, own: Owner, id: string): Promise<MessageRecord | null> {
  const message = await messageRecords.read(table, own.account_id, id);
  return message && { ...message, id };
}

/** Whether the message is waiting in another row or is being sent. */
async function goesOnElsewhere(
  table: Table,
  row: LaneRow,
  message: MessageRecord,
  slots: SendSlot[],
): Promise<boolean> {
  if (slots.some(({ message_id }) => message_id === message.id)) return true;
  if (message.row === row.sk || !isId(message.row)) return false;
  return (await table.get({ pk: row.pk, sk: message.row })) !== null;
}
