import type { SendSlot } from "../../core/domain/protection/send-slots.ts";
import type { LaneRow } from "../../core/lanes/lane.ts";
import { isId } from "../../core/lanes/row-fault.ts";
import { hasEnded } from "../../core/operations/sending/quarantine-send.ts";
import type { MessageRecord } from "../../core/records/message.ts";
import { messageRecords } from "../../core/records/message.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { Table } from "../../core/store/table.ts";

/**
 * Reads the message waiting in a row. If the message was deleted (its retention period is over), has ended or is
 * waiting in another row, removes this row from the lane.
 * @param told a message that was read together with the lane. @returns null if the row was removed.
 * @throws Error if the message is still waiting but refers to no row, because then it would never end.
 */
export async function waitingMessage(
  table: Table,
  own: Owner,
  row: LaneRow,
  slots: SendSlot[],
  told: MessageRecord | null = null,
): Promise<MessageRecord | null> {
  // The message read together with the lane can be used as is, because starting it is conditional on its being
  // unchanged.
  if (told !== null && told.id === row.message_id && told.row === row.sk && told.step === "waiting") return told;
  const message = await messageRecords.read(table, own.account_id, String(row.message_id));
  if (message?.row === row.sk && message.step === "waiting") return message;
  const isLeft =
    message === null ||
    hasEnded(message) ||
    slots.some((slot) => slot.message_id === message.id) ||
    (isId(message.row) && message.row !== row.sk && (await table.get({ pk: row.pk, sk: message.row })) !== null);
  if (!isLeft) throw new Error("The status of this row's message is not a waiting status.");
  await table.write({ delete: { pk: row.pk, sk: row.sk } });
  return null;
}
