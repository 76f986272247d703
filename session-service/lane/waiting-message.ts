import type { SendSlot } from "../../core/domain/protection/send-slots.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { isId } from "../../core/lanes/row-fault.ts";
import { hasEnded } from "../../core/operations/sending/quarantine-send.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { messageRecords } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { Table } from "../../core/store/table.ts";

/**
 * The message that waits in a row. A row whose message is gone (its retention ended), has ended or waits elsewhere has
 * nothing left to do, and is removed from the lane.
 * @param told a message that was read with the lane. @returns null if there was nothing to do.
 * @throws Error if the message still waits, but in no row, as nobody else will ever end it.
 */
export async function waitingMessage(
  table: Table,
  own: Owner,
  row: LaneRow,
  slots: SendSlot[],
  told: MessageRecord | null = null,
): Promise<MessageRecord | null> {
  // As it was read with the lane; its start writes on the condition that it is unchanged.
  if (told !== null && told.id === row.message_id && told.row === row.sk && told.step === "waiting") return told;
  const message = await messageRecords.read(table, own.account_id, String(row.message_id));
  if (message?.row === row.sk && message.step === "waiting") return message;
  const isLeft =
    message === null ||
    hasEnded(message) ||
    slots.some((slot) => slot.message_id === message.id) ||
    (isId(message.row) && message.row !== row.sk && (await table.get({ pk: row.pk, sk: message.row })) !== null);
  if (!isLeft) throw new Error("The message of this row says that it waits neither here nor elsewhere.");
  await table.write({ delete: { pk: row.pk, sk: row.sk } });
  return null;
}
