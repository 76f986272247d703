import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import { type AddressForm, chatIdOf, personAddress } from "../addresses.ts";
import { handOver } from "../delivery/hand-over.ts";
import { type MessageCopy, messageStanza } from "../delivery/message-stanza.ts";
import { post } from "../delivery/post.ts";
import { node } from "../nodes.ts";
import type { LinkedDevice } from "../store/devices-table.ts";
import type { Person } from "../store/people-table.ts";
import type { Turn } from "../turns.ts";
import type { World } from "../world.ts";
import { encryptForDevice } from "./encrypt-for-device.ts";
import type { KeyBundle } from "./key-bundle.ts";
import { newMessageId } from "./message-id.ts";

/** A message a person wrote on a phone. */
export interface Written {
  readonly id: string;
  readonly author: Person;
  readonly chat: Person;
  readonly at: Date;
  readonly message: proto.IMessage;
}

/** A person writes to another: their phone shows it, every device of both gets its copy. @returns the message id. */
export async function sendFromPhone(
  world: World,
  turn: Turn,
  author: Person,
  chat: Person,
  content: proto.IMessage,
): Promise<string> {
  // Phones put a secret into every message; votes and edits are encrypted with it.
  const message = { ...content, messageContextInfo: { messageSecret: randomBytes(32), deviceListMetadataVersion: 2 } };
  const written: Written = { id: newMessageId(), author, chat, at: turn.now, message };
  const encoded = Buffer.from(proto.Message.encode(message).finish());
  turn.store.messages.keepSent(author.phone, {
    id: written.id,
    chatPhone: chat.phone,
    content: encoded,
    at: turn.now,
  });
  turn.store.messages.add({
    phone: author.phone,
    id: written.id,
    chatId: chatIdOf(chat.phone),
    author: { phone: author.phone, device: 0 },
    addressedAs: formFor(author, chat, author),
    content: encoded,
    at: turn.now,
    status: "sent",
  });
  for (const device of turn.store.devices.of(author.phone)) await sendCopy(world, turn, written, device);
  if (turn.store.account.blockedBy(chat.phone).includes(author.phone)) return written.id;
  for (const device of turn.store.devices.of(chat.phone)) await sendCopy(world, turn, written, device);
  const toPhone = copyOf(written, formFor(author, chat, chat), [node("plaintext", {}, encoded)]);
  await handOver(world, turn, chat, 0, messageStanza(toPhone, chat));
  return written.id;
}

/** Sends a message once more to a device that could not read it, through a new Signal session. */
export async function sendAgain(
  world: World,
  turn: Turn,
  written: Written,
  device: LinkedDevice,
  bundle: KeyBundle,
): Promise<void> {
  await sendCopy(world, turn, written, device, bundle);
}

async function sendCopy(
  world: World,
  turn: Turn,
  written: Written,
  device: LinkedDevice,
  freshBundle: KeyBundle | null = null,
): Promise<void> {
  const { author, chat, message } = written;
  const isOwn = device.phone === author.phone;
  const recipient = isOwn ? author : chat;
  const form = formFor(author, chat, recipient);
  const body = isOwn ? { deviceSentMessage: { destinationJid: personAddress(chat, form), message } } : message;
  const { type, bytes } = await encryptForDevice(turn, author, device, body, freshBundle);
  const enc = node("enc", { v: 2, type, count: freshBundle ? 1 : undefined }, bytes);
  const stanza = messageStanza(copyOf(written, form, [enc]), recipient);
  post(world, turn, device, stanza, { class: "message", type: freshBundle ? "retry" : "" });
}

function copyOf(written: Written, form: AddressForm, content: MessageCopy["content"]): MessageCopy {
  const { id, author, chat, at } = written;
  return { id, author, authorDevice: 0, chat, form, at, attributes: { type: stanzaType(written.message) }, content };
}

/** Whoever hides the number is only ever named by private id. */
function formFor(author: Person, chat: Person, recipient: Person): AddressForm {
  const shown = recipient.phone === author.phone ? chat : author;
  return shown.hide_number ? "lid" : "pn";
}

function stanzaType(message: proto.IMessage): string {
  if (message.reactionMessage) return "reaction";
  return message.pollCreationMessageV3 || message.pollUpdateMessage ? "poll" : "text";
}
