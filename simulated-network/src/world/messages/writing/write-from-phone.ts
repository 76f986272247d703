import { randomBytes } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import type { LinkedDevice } from "../../../store/devices-table.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { type Chat, chatAt, formIn } from "../../people/chats.ts";
import { STATUS_ROOM } from "../../people/room.ts";
import type { KeyBundle } from "../../signal/key-bundle.ts";
import type { World } from "../../world.ts";
import { applyMessage } from "../arriving/apply-message.ts";
import { newMessageId } from "../message-id.ts";
import { type NewPost, postToChannel } from "./post-to-channel.ts";
import { copyToDeviceAgain, sendToPerson } from "./send-to-person.ts";
import { roomCopyAgain, sendToRoom } from "./send-to-room.ts";
import { mediaTypeOf, stanzaTypeOf } from "./stanza-type.ts";
import type { Written } from "./written.ts";

/** A message's options other than its content. */
export interface WritingOptions {
  /** See `Written.withheld`. */
  readonly withheld?: boolean;
}

/**
 * Sends a person's message to a chat. It is shown on the person's own phone, and the devices of everyone in the chat
 * receive a copy.
 * @returns the message.
 */
export async function writeFromPhone(
  world: World,
  transaction: Transaction,
  author: Person,
  chat: Chat,
  content: proto.IMessage,
  { withheld = false }: WritingOptions = {},
): Promise<Written> {
  const message = withSecret(content);
  const written: Written = { id: newMessageId(), author, chat, at: transaction.now, message, withheld };
  transaction.store.sentMessages.add(author.phone, {
    id: written.id,
    chatId: chat.id,
    content: Buffer.from(proto.Message.encode(message).finish()),
    at: transaction.now,
  });
  const form = formIn(chat, author);
  const arrival = {
    id: written.id,
    chatId: chat.id,
    author: { phone: author.phone, device: 0 },
    form,
    at: transaction.now,
    peer: false,
  } as const;
  await applyMessage(world, transaction, author, arrival, message);
  await send(world, transaction, written);
  return written;
}

/** Resends a message to a device that couldn't decrypt it, using a new Signal session. */
export async function writeAgain(
  world: World,
  transaction: Transaction,
  written: Written,
  device: LinkedDevice,
  bundle: KeyBundle,
): Promise<void> {
  const { chat } = written;
  switch (chat.kind) {
    case "person":
      await copyToDeviceAgain(world, transaction, written, chat.person, device, bundle);
      return;
    case "group":
      await roomCopyAgain(world, transaction, written, chat.group, device, bundle);
      return;
    case "status":
      await roomCopyAgain(world, transaction, written, STATUS_ROOM, device, bundle);
      return;
    case "channel":
      // Channels are not encrypted, so another copy is never requested.
      return;
  }
}

async function send(world: World, transaction: Transaction, written: Written): Promise<void> {
  const { chat } = written;
  switch (chat.kind) {
    case "person":
      await sendToPerson(world, transaction, written, chat.person);
      return;
    case "group":
      await sendToRoom(world, transaction, written, chat.group, membersOf(transaction, chat.group.id));
      return;
    case "status":
      await sendToRoom(world, transaction, written, STATUS_ROOM, audienceOf(transaction, written.author));
      return;
    case "channel":
      await postToChannel(world, transaction, chat.channel, postOf(written));
  }
}

function membersOf(transaction: Transaction, groupId: string): string[] {
  return transaction.store.members.of(groupId).map(({ phone }) => phone);
}

/** Returns the people who see a person's statuses: everyone they have a chat with, and the person themselves. */
function audienceOf(transaction: Transaction, author: Person): string[] {
  const known = transaction.store.messages.chatsOf(author.phone).flatMap((id) => {
    const chat = chatAt(transaction, id);
    return chat?.kind === "person" ? [chat.person.phone] : [];
  });
  return [...new Set([author.phone, ...known])];
}

function postOf({ id, author, message }: Written): NewPost {
  const content = Buffer.from(proto.Message.encode(message).finish());
  const type = stanzaTypeOf(message);
  const mediatype = mediaTypeOf(message) ?? null;
  return { id, type, mediatype, content, isShown: true, author: { phone: author.phone, device: 0 } };
}

/**
 * Adds the secret that encrypts votes and edits. Phones add a secret to every message that is shown. A message that
 * only changes another message is given none.
 */
function withSecret(content: proto.IMessage): proto.IMessage {
  if (content.reactionMessage || content.protocolMessage || content.pollUpdateMessage) return content;
  if (content.secretEncryptedMessage) return content;
  return {
    ...content,
    messageContextInfo: {
      messageSecret: randomBytes(32),
      deviceListMetadataVersion: 2,
      ...content.messageContextInfo,
    },
  };
}
