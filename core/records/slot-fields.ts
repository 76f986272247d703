import type { InstanceId } from "../contracts/ids.ts";
import { SEND_SLOTS, type SendSlot } from "../domain/protection/send-slots.ts";
import { isId } from "../lanes/row-fault.ts";
import { keys } from "../store/keys.ts";
import type { Claim, Item, Write } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";

/**
 * Returns the names of a slot's attributes in the sending state: its message and the mark of its chat. The names for
 * the first slot have no number.
 */
const fieldsOf = (slot: number) =>
  slot === 1 ? { message: "slot", chat: "slot_chat" } : { message: `slot_${slot}`, chat: `slot_${slot}_chat` };

const ALL = Array.from({ length: SEND_SLOTS }, (_, n) => ({ slot: n + 1, ...fieldsOf(n + 1) }));

/** The names of all slot attributes in the sending state. */
export const SLOT_FIELDS: readonly string[] = ALL.flatMap(({ message, chat }) => [message, chat]);

/** Whether a value is valid in a slot attribute: a message id or the mark of a chat. */
export const isSlotValue = (value: unknown): value is string => isId(value);

/** Returns the occupied slots, in order. Slots without a message id are not included; see `isBrokenSending`. */
export function slotsOf(item: Partial<Item>): SendSlot[] {
  return ALL.flatMap(({ slot, message, chat }) => {
    const [id, mark] = [item[message], item[chat]];
    return isSlotValue(id) ? [{ slot, message_id: id, chat: typeof mark === "string" ? mark : null }] : [];
  });
}

/**
 * Returns the fields that occupy a slot, the fields of finished slots (removed by the same write), and the condition
 * that the slot is unchanged: either free or holding a message that was seen to end.
 */
export function slotTaken({ slot, message_id, chat }: SendSlot & { chat: string }, over: readonly SendSlot[]) {
  const fields = fieldsOf(slot);
  const before = over.find((one) => one.slot === slot);
  const asRead: Claim = before
    ? { field: fields.message, op: "=", value: before.message_id }
    : { field: fields.message, is: "missing" };
  const gone = over.filter((one) => one.slot !== slot).map((one) => fieldsOf(one.slot));
  return {
    set: { [fields.message]: message_id, [fields.chat]: chat },
    remove: gone.flatMap(({ message, chat: mark }) => [message, mark]),
    asRead,
  };
}

/** Builds the write that frees a slot if it still belongs to this message. */
export function freeSlotWrite(
  instance: InstanceId,
  { slot, message_id }: Pick<SendSlot, "slot" | "message_id">,
): Write {
  const { message, chat } = fieldsOf(slot);
  return {
    update: keys.sending(instance),
    remove: [message, chat],
    add: { rev: 1 },
    if: [{ field: message, op: "=", value: message_id }],
  };
}

/**
 * Builds the write that frees the slot that a message occupied when it was started. A message from before there were
 * several slots used the first slot.
 */
export const freeSlot = ({ instance_id, id, slot }: Pick<MessageRecord, "instance_id" | "id" | "slot">): Write =>
  freeSlotWrite(instance_id, { slot: slot ?? 1, message_id: id });
