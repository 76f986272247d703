import { post } from "../../delivery/post.ts";
import { type AddressForm, deviceAddress } from "../../format/addresses.ts";
import { type Attributes, node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { participantAttributes } from "../people/member-names.ts";
import { tellsReading } from "../people/read-receipts.ts";
import { type Room, STATUS_ROOM } from "../people/room.ts";
import type { World } from "../world.ts";

/**
 * How long a phone waits before sending "delivered". If an update arrives within 100 ms of the send, Baileys merges it
 * into the message itself, which almost never happens on the real network.
 */
export const DELIVERED_AFTER_MS = 150;

/** A receipt for a message. */
export interface Receipt {
  readonly messageId: string;
  readonly kind: "delivered" | "read" | "played";
  /** The form of address used to send the message. The receipt uses the same form. */
  readonly form: AddressForm;
  /** The room that the message was sent to, if any. */
  readonly room?: Room | undefined;
  /** The time of the receipt. Defaults to now. */
  readonly at?: Date;
}

/**
 * Passes a receipt from a reader's device on to the author: to the author's phone immediately, and to each of the
 * author's linked devices as a stanza. Nothing is passed on between devices of the same person. If the reader's
 * settings hide that they have read messages, "read" is passed on only in groups. "played" is always passed on. The
 * real network does the same: this setting hides neither reading in groups nor playing voice notes.
 */
export function passReceipt(
  world: World,
  transaction: Transaction,
  reader: Person,
  readerDevice: number,
  author: Person,
  receipt: Receipt,
  delayMs = 0,
): void {
  if (reader.phone === author.phone) return;
  const { messageId, kind, room } = receipt;
  if (kind === "read" && (!room || room.id === STATUS_ROOM.id) && !tellsReading(transaction, reader.phone)) {
    transaction.store.chatReading.readTo(reader.phone, messageId);
    return;
  }
  transaction.store.messages.advanceStatus(author.phone, messageId, kind === "delivered" ? "delivered" : "read");
  if (kind !== "delivered") {
    releaseHeld(world, transaction, author.phone, messageId);
    transaction.store.chatReading.readTo(reader.phone, messageId);
  }
  const type = kind === "delivered" ? undefined : kind;
  const stanza = node("receipt", {
    ...readerAttributes(reader, readerDevice, receipt),
    id: messageId,
    type,
    t: seconds(receipt.at ?? transaction.now),
  });
  for (const device of transaction.store.devices.of(author.phone)) {
    post(world, transaction, device, stanza, { class: "receipt", type: type ?? "", delayMs });
  }
}

function readerAttributes(reader: Person, device: number, { form, room }: Receipt): Attributes {
  if (!room) return { from: deviceAddress(reader, device, form) };
  const { participant, participant_pn } = participantAttributes(room, reader, device);
  return { from: room.id, participant, participant_pn };
}

/** Sends a delayed "delivered" right away, because it has to arrive before the "read". */
function releaseHeld(world: World, transaction: Transaction, phone: string, messageId: string): void {
  for (const held of transaction.store.waiting.heldFor(phone, "receipt", messageId)) {
    transaction.afterCommit(() => world.live.push({ ...held, notBefore: 0 }));
  }
}
