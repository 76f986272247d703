import type { proto } from "@whiskeysockets/baileys";
import { type AddressForm, personAddress } from "../../../format/addresses.ts";
import type { InboxMessage } from "../../../store/messages-table.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { type Chat, chatAddress, chatAt, formIn } from "../../people/chats.ts";

/** A message on a phone that the phone's owner reacts to, edits, deletes, or votes on. */
export interface Target {
  readonly message: InboxMessage;
  readonly author: Person;
  readonly chat: Chat;
  /** The form of address that people in the chat use for each other. */
  readonly form: AddressForm;
  /** The key that the phone's owner uses to refer to the message. */
  readonly key: proto.IMessageKey;
}

/** Returns a message as the target of an act. @throws Error if the message's chat or author no longer exists. */
export function targetOf(transaction: Transaction, viewer: Person, message: InboxMessage): Target {
  const chat = chatAt(transaction, message.chatId);
  const author = transaction.store.people.byPhone(message.author.phone);
  if (!chat || !author) throw new Error("The chat of this message is gone.");
  const fromMe = author.phone === viewer.phone;
  const form = formIn(chat, viewer);
  const participant = chat.kind === "group" || chat.kind === "status" ? personAddress(author, form) : undefined;
  const key = { remoteJid: chatAddress(chat, viewer), fromMe, id: message.id, participant };
  return { message, author, chat, form, key };
}

/**
 * Returns the key as written by some phones, which don't mark their owner's messages as their own. In a one-to-one
 * chat, such a key doesn't identify the author.
 */
export const disowned = ({ key }: Target): proto.IMessageKey => ({ ...key, fromMe: false });
