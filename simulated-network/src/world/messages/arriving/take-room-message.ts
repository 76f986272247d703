import { type BinaryNode, proto, unpadRandomMax16 } from "@whiskeysockets/baileys";
import { type DeviceAddress, parseAddress } from "../../../format/addresses.ts";
import { child, children, contentBytes } from "../../../format/nodes.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { deviceAt } from "../../people/device-at.ts";
import { hasSaved } from "../../people/has-saved.ts";
import { type Room, STATUS_ROOM } from "../../people/room.ts";
import { senderKey } from "../../signal/sender-key.ts";
import { signalSession } from "../../signal/signal-session.ts";
import type { World } from "../../world.ts";
import { applyMessage } from "./apply-message.ts";
import { askAgain } from "./ask-again.ts";
import { confirmTaken } from "./confirm-taken.ts";

/**
 * Handles a group message or status on a phone: stores its keys, decrypts it, applies it, and answers with receipts.
 *
 * @returns false if the phone couldn't decrypt it and has requested another copy.
 */
export async function takeRoomMessage(
  world: World,
  transaction: Transaction,
  owner: Person,
  room: Room,
  stanza: BinaryNode,
): Promise<boolean> {
  const id = stanza.attrs.id ?? "";
  const sender = deviceAt(transaction, parseAddress(stanza.attrs.participant));
  if (!sender) {
    world.log("message_from_nobody", { id });
    return true;
  }
  const message = await open(transaction, owner, room, sender.device, stanza);
  const form = stanza.attrs.addressing_mode === "pn" ? "pn" : "lid";
  if (!message) {
    askAgain(world, transaction, owner, sender, form, stanza, room);
    return false;
  }
  if (room.id === STATUS_ROOM.id && !keepsStatusesOf(transaction, owner, sender.person)) return true;
  const at = new Date(Number(stanza.attrs.t) * 1000);
  const arrival = { id, chatId: room.id, author: sender.device, form, at, peer: false } as const;
  await applyMessage(world, transaction, owner, arrival, message.deviceSentMessage?.message ?? message);
  confirmTaken(world, transaction, owner, sender.person, { messageId: id, form, room });
  return true;
}

/** Delivers a group message to someone who isn't a member. They can decrypt it if they still have the keys. */
export async function overhear(
  world: World,
  transaction: Transaction,
  person: Person,
  room: Room,
  stanza: BinaryNode,
): Promise<void> {
  const sender = deviceAt(transaction, parseAddress(stanza.attrs.participant));
  const message = sender && (await open(transaction, person, room, sender.device, stanza));
  if (!message) return;
  const at = new Date(Number(stanza.attrs.t) * 1000);
  const id = stanza.attrs.id ?? "";
  const arrival = { id, chatId: room.id, author: sender.device, form: room.form, at, peer: false } as const;
  await applyMessage(world, transaction, person, arrival, message.deviceSentMessage?.message ?? message);
}

/**
 * Whether a phone shows this author's statuses. Phones show those of their owner and of people in the address book, and
 * drop all others.
 */
function keepsStatusesOf(transaction: Transaction, owner: Person, author: Person): boolean {
  return owner.phone === author.phone || hasSaved(transaction, owner.phone, author);
}

/** Decrypts the message. @returns null if it can't be decrypted. */
async function open(
  transaction: Transaction,
  owner: Person,
  room: Room,
  sender: DeviceAddress,
  stanza: BinaryNode,
): Promise<proto.IMessage | null> {
  const plain = contentBytes(child(stanza, "plaintext"));
  if (plain) return proto.Message.decode(plain);
  const key = senderKey(transaction, owner, room.id, sender);
  const parts: proto.IMessage[] = [];
  for (const enc of children(stanza, "enc")) {
    const bytes = contentBytes(enc);
    const { type } = enc.attrs;
    if (!bytes || (type !== "pkmsg" && type !== "msg" && type !== "skmsg")) return null;
    try {
      const padded =
        type === "skmsg"
          ? await key.decrypt(bytes)
          : await signalSession(transaction, owner, sender).decrypt({ type, bytes });
      const part = proto.Message.decode(unpadRandomMax16(padded));
      const shared = part.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage;
      if (shared) await key.learn(shared);
      parts.push(part);
    } catch {
      return null;
    }
  }
  return parts.length > 0 ? Object.assign({}, ...parts) : null;
}
