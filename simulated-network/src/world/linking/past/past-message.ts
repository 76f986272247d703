import { createHash } from "node:crypto";
import { proto } from "@whiskeysockets/baileys";
import type { Past } from "../../../store/pasts-table.ts";
import type { Person } from "../../../store/people-table.ts";
import type { PastPerson } from "./past-person.ts";

const DAY_SEC = 86_400;
const WORDS = ["yes", "tea", "tomorrow", "thank you", "the blue one", "at nine", "who?", "see you", "no", "maybe"];

/** A message in a generated history. The same owner, chat, and index always give the same message. */
export interface PastMessage {
  readonly id: string;
  readonly fromMe: boolean;
  /** The message's time in epoch seconds. */
  readonly at: number;
  readonly text: string;
}

/**
 * Generates a message.
 * @param chat the chat's number; chats are spread evenly over the period.
 * @param place the message's index; 0 is the newest message in the chat.
 */
export function pastMessage(owner: Person, past: Past, chat: number, place: number): PastMessage {
  const seed = createHash("sha256").update(`${owner.phone} ${chat} ${place}`).digest();
  const span = past.days * DAY_SEC;
  const age = (span * (place + (chat + 1) / (past.chats + 1))) / past.messagesPerChat;
  return {
    id: `3EB0${seed.toString("hex", 0, 9).toUpperCase()}`,
    fromMe: seed.readUInt8(9) % 2 === 0,
    at: Math.floor(past.madeAt / 1000 - age),
    text: `${WORDS[seed.readUInt8(10) % WORDS.length]} (${chat + 1}.${place + 1})`,
  };
}

/** Converts the message to the format used in histories. */
export function historyMessage(remoteJid: string, person: PastPerson, message: PastMessage): proto.IHistorySyncMsg {
  const { id, fromMe, at, text } = message;
  return {
    message: {
      key: { remoteJid, fromMe, id },
      message: { conversation: text },
      messageTimestamp: at,
      pushName: fromMe ? undefined : person.name,
      status: fromMe ? proto.WebMessageInfo.Status.READ : undefined,
    },
  };
}
