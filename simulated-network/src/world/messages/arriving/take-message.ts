import { type BinaryNode, proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
import { type AddressForm, chatIdOf, LID_SERVER, parseAddress } from "../../../format/addresses.ts";
import { child, contentBytes } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { deviceAt } from "../../people/device-at.ts";
import { roomAt } from "../../people/room.ts";
import { signalSession } from "../../signal/signal-session.ts";
import type { World } from "../../world.ts";
import { applyMessage } from "./apply-message.ts";
import type { Arrival } from "./arrival.ts";
import { askAgain } from "./ask-again.ts";
import { confirmTaken } from "./confirm-taken.ts";
import { takeRoomMessage } from "./take-room-message.ts";

/**
 * Handles a message stanza on a phone: decrypts it, applies it, and answers with receipts.
 *
 * @returns false if the phone couldn't decrypt it and has requested another copy.
 */
export async function takeMessage(
  world: World,
  transaction: Transaction,
  owner: Person,
  stanza: BinaryNode,
): Promise<boolean> {
  const id = stanza.attrs.id ?? "";
  const room = roomAt(transaction, stanza.attrs.from);
  if (room) return takeRoomMessage(world, transaction, owner, room, stanza);
  const from = parseAddress(stanza.attrs.from);
  const sender = deviceAt(transaction, from);
  if (!from || !sender) {
    world.log("message_from_nobody", { id });
    return true;
  }
  const form: AddressForm = from.server === LID_SERVER ? "lid" : "pn";
  const message = await open(transaction, owner, sender.device, stanza);
  if (!message) {
    askAgain(world, transaction, owner, sender, form, stanza);
    return false;
  }
  const copyOfOwn = sender.person.phone === owner.phone ? message.deviceSentMessage : null;
  const chat = copyOfOwn
    ? transaction.store.people.at(parseAddress(copyOfOwn.destinationJid ?? undefined))
    : sender.person;
  if (!chat) {
    world.log("message_to_unknown_chat", { id });
    return true;
  }
  const at = new Date(Number(stanza.attrs.t) * 1000);
  const chatId = chatIdOf(chat.phone);
  const arrival: Arrival = { id, chatId, author: sender.device, form, at, peer: stanza.attrs.category === "peer" };
  await applyMessage(world, transaction, owner, arrival, copyOfOwn ? (copyOfOwn.message ?? {}) : message);
  confirmTaken(world, transaction, owner, sender.person, { messageId: id, form });
  return true;
}

/** Decrypts the message. @returns null if the phone has no session that can decrypt it. */
async function open(
  transaction: Transaction,
  owner: Person,
  sender: { readonly phone: string; readonly device: number },
  stanza: BinaryNode,
): Promise<proto.IMessage | null> {
  // Simulated phones exchange messages with each other unencrypted, because no one could observe the ciphertext anyway.
  const plain = contentBytes(child(stanza, "plaintext"));
  if (plain) return proto.Message.decode(plain);
  const enc = child(stanza, "enc");
  const bytes = contentBytes(enc);
  const type = enc?.attrs.type;
  if (!bytes || (type !== "pkmsg" && type !== "msg")) return null;
  try {
    const padded = await signalSession(transaction, owner, sender).decrypt({ type, bytes });
    return proto.Message.decode(unpadRandomMax16(padded));
  } catch {
    return null;
  }
}
