import { proto } from "@whiskeysockets/baileys";
import { acknowledge } from "../../delivery/acknowledge.ts";
import { post } from "../../delivery/post.ts";
import { deviceAddress, LID_SERVER, parseAddress } from "../../format/addresses.ts";
import { node, seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import { MOST_RETRIES } from "../../world/messages/arriving/ask-again.ts";
import { writeAgain } from "../../world/messages/writing/write-from-phone.ts";
import { chatAt } from "../../world/people/chats.ts";
import { deviceAt } from "../../world/people/device-at.ts";
import { roomAt } from "../../world/people/room.ts";
import { bundleInRetry, deviceBundle } from "../../world/signal/key-bundle.ts";
import type { Incoming } from "../connection/incoming.ts";

/**
 * Handles a device's request for another copy of a message that it could not decrypt. If a phone sent the message and
 * is on, it answers immediately; if a client sent it, the client is notified.
 */
export async function handleRetryReceipt(incoming: Incoming): Promise<void> {
  const { world, transaction, device, owner, stanza } = incoming;
  const id = stanza.attrs.id ?? "";
  const room = roomAt(transaction, stanza.attrs.to);
  const to = parseAddress(room ? stanza.attrs.participant : stanza.attrs.to);
  const sender = deviceAt(transaction, to);
  // Remove the undecryptable copy, because the next copy is stored with the same ID.
  acknowledge(world, transaction, device, "message", id);
  if (!to || !sender) return;
  transaction.store.copies.unmarkPassed(sender.device, id, device);
  if (sender.device.device === 0) {
    await sendAgainFromPhone(incoming, sender.person, id);
    return;
  }
  const form = to.server === LID_SERVER ? "lid" : "pn";
  const reader = deviceAddress(owner, device.device, form);
  const names = room ? { from: room.id, participant: reader } : { from: reader };
  const attributes = { ...names, id, type: "retry", t: seconds(transaction.now) };
  const recipient = sender.person.phone === owner.phone ? stanza.attrs.recipient : undefined;
  post(world, transaction, sender.device, node("receipt", { ...attributes, recipient }, stanza.content), {
    class: "receipt",
    type: "retry",
  });
}

/**
 * Has the author's phone send another copy. A phone that is off doesn't send one, and what the network does with the
 * request once the phone is back on is not simulated.
 */
async function sendAgainFromPhone({ world, transaction, device, stanza }: Incoming, author: Person, id: string) {
  if (!author.online) return world.log("message_not_sent_again", { id, reason: "the phone is off" });
  const message = transaction.store.sentMessages.find(author.phone, id);
  const chat = message && chatAt(transaction, message.chatId);
  const count = transaction.store.copies.countRetry(device.phone, id, device);
  if (!message || !chat || count > MOST_RETRIES) {
    world.log("message_not_sent_again", { id, count });
    return;
  }
  const { at, content } = message;
  const written = { id, author, chat, at, message: proto.Message.decode(content), withheld: false };
  await writeAgain(world, transaction, written, device, bundleInRetry(stanza) ?? deviceBundle(transaction, device));
}
