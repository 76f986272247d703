import { cleanMessage, decodeMessageNode, proto, unpadRandomMax16, type WAMessage } from "@whiskeysockets/baileys";
import { NotAMessage, NothingKept } from "../inbound/not-a-message.ts";
import type { AuthStore } from "../keys/auth-store.ts";
import type { JournalEntry } from "../keys/journal-form.ts";
import { decodeKey } from "../keys/key-codec.ts";
import { nameTargets } from "../shared/name-targets.ts";

/** A journal row, as loaded from the table. */
export interface JournalRow {
  id: string;
  /** The row's text, or an error if the row could not be decrypted. */
  text: string | Error;
}

/** Parses a row's entry. @throws if the row can't be read. */
export function entryIn({ text }: JournalRow): JournalEntry {
  if (text instanceof Error) throw text;
  return decodeKey("journal", text) as JournalEntry; // written by Journal only
}

/**
 * Builds an entry's message with the same steps that the library runs after decryption. @throws if it can't be built.
 */
export function messageIn(entry: JournalEntry, store: AuthStore): WAMessage {
  const message = messageAsSent(entry, store);
  const { own, ownPrivate } = ownIds(store);
  nameTargets(message);
  cleanMessage(message, own, ownPrivate);
  return message;
}

/**
 * Returns an entry's message before the library has processed its content. @throws NotAMessage if its bytes are
 * invalid, or NothingKept.
 */
export function messageAsSent(entry: JournalEntry, store: AuthStore): WAMessage {
  const message = messageWithout(entry, store);
  if (entry.plaintexts.length === 0) throw new NothingKept();
  for (const plaintext of entry.plaintexts) {
    const decoded = decodedOf(plaintext);
    const content = decoded.deviceSentMessage?.message ?? decoded;
    message.message = Object.assign(message.message ?? {}, content);
  }
  return message;
}

function decodedOf(plaintext: Uint8Array): proto.Message {
  try {
    return proto.Message.decode(unpadRandomMax16(plaintext));
  } catch (error) {
    throw new NotAMessage(error instanceof Error ? error : new Error(String(error)));
  }
}

/**
 * Returns an entry's message without its content: only its sender, chat and time. @throws if even those can't be read.
 */
export function messageWithout({ attrs }: JournalEntry, store: AuthStore): WAMessage {
  const { own, ownPrivate } = ownIds(store);
  return decodeMessageNode({ tag: "message", attrs }, own, ownPrivate).fullMessage;
}

const ownIds = ({ creds: { me } }: AuthStore) => ({ own: me?.id ?? "", ownPrivate: me?.lid ?? "" });
