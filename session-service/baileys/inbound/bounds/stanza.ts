import { proto, type WAMessage, type WAMessageKey } from "@whiskeysockets/baileys";
import { HELD_BY_HOST } from "../../shared/held-by-host.ts";
import { journalId } from "../../shared/journal-id.ts";
import { asSent, type Foreign, foreign } from "./foreign.ts";
import { type Address, takenId, takenParty } from "./ids.ts";
import { opened } from "./numbers.ts";
import { takenName } from "./texts.ts";
import { type Moment, takenTime } from "./times.ts";

/**
 * A message's key, with its fields within bounds and its addresses parsed. Fields that are missing or were rejected are
 * null.
 */
export interface TakenKey {
  id: string | null;
  fromMe: boolean;
  chat: Address | null;
  /** The other id of the same chat. */
  chatAlt: Address | null;
  /** The writer of a message in a group. */
  writer: Address | null;
  /** The writer's other id. */
  writerAlt: Address | null;
}

/**
 * A message from the library, with its envelope within bounds. Its content keeps its foreign types until it is parsed.
 */
export interface Stanza extends Moment {
  key: TakenKey & { id: string; chat: Address };
  /** The message's id in the journal. */
  journal: string;
  pushName: string | null;
  /** Whether the message could not be decrypted. */
  isUnreadable: boolean;
  /** Whether this is a note from the network itself rather than a person's message. */
  isNote: boolean;
  isViewOnce: boolean;
  /** Whether this is only the notice of a message that is never sent to linked devices. */
  isHeldByHost: boolean;
  content: Foreign<proto.IMessage> | null;
  /** The library's message object. Pass it only to the library. */
  asSent: WAMessage;
}

/**
 * Converts a received message to a stanza within bounds, or returns null if the message has no id or no network chat.
 */
export function takeStanza(message: WAMessage, now: Date): Stanza | null {
  const closed = foreign<WAMessage>(message);
  const key = takenKey(closed.key);
  const { id, chat } = key;
  if (id === null || chat === null) return null;
  const seconds = opened(closed.messageTimestamp);
  const { messageStubType } = message;
  return {
    key: { ...key, id, chat },
    journal: journalId(message.key),
    at: takenTime(seconds === null ? null : seconds * 1000, now) ?? now,
    now,
    pushName: takenName(closed.pushName) ?? takenName(closed.verifiedBizName),
    isUnreadable: messageStubType === proto.WebMessageInfo.StubType.CIPHERTEXT,
    isNote: Boolean(messageStubType),
    isViewOnce: message.key.isViewOnce === true,
    isHeldByHost: message.category === HELD_BY_HOST,
    content: closed.message ?? null,
    asSent: message,
  };
}

/** Converts a key that refers to another message, or returns null if there is no key. */
export function takenTarget(key: Foreign<proto.IMessageKey> | null | undefined): TakenKey | null {
  return key ? takenKey(foreign<WAMessageKey>(asSent<proto.IMessageKey>(key))) : null;
}

function takenKey(key: Foreign<WAMessageKey>): TakenKey {
  return {
    id: takenId(key.id),
    fromMe: key.fromMe === true,
    chat: takenParty(key.remoteJid),
    chatAlt: takenParty(key.remoteJidAlt),
    writer: takenParty(key.participant),
    writerAlt: takenParty(key.participantAlt),
  };
}
