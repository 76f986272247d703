import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";

const MINUTE_SEC = 60;
const DAY_SEC = 86_400;

/** The size of a generated history. */
export interface MadeSize {
  chats: number;
  messagesPerChat: number;
  parts: number;
  /** The number of messages from the day before linking. */
  ofTheDay: number;
}

/**
 * Creates the parts of a history the way a phone packs them. In some chats, the newest message is from the day before
 * linking.
 */
export function madeParts({ chats, messagesPerChat, parts, ofTheDay }: MadeSize, linkedSec: number): Uint8Array[] {
  const perPart = chats / parts;
  return Array.from({ length: parts }, (_, part) => {
    const conversations = Array.from({ length: perPart }, (_, n) => {
      const chat = part * perPart + n;
      return conversation(chat, messagesPerChat, chat % (chats / ofTheDay) < 1, linkedSec);
    });
    return deflateSync(proto.HistorySync.encode({ syncType: 3, chunkOrder: part + 1, conversations }).finish());
  });
}

function conversation(chat: number, messages: number, isOfTheDay: boolean, linkedSec: number): proto.IConversation {
  const phone = `1556${String(chat).padStart(7, "0")}`;
  const id = `${phone}@s.whatsapp.net`;
  const newest = linkedSec - (isOfTheDay ? MINUTE_SEC : 2 * DAY_SEC) - chat;
  return {
    id,
    name: `Customer number ${chat}`,
    lidJid: `9${phone}@lid`,
    conversationTimestamp: newest,
    unreadCount: chat % 3,
    messages: Array.from({ length: messages }, (_, place) => ({
      message: {
        key: { remoteJid: id, fromMe: place % 2 === 1, id: `3EB0${chat}X${place}ABCDEF` },
        message: { conversation: `A text of a common length, as people write it to a shop: ${chat}.${place}` },
        messageTimestamp: newest - place * DAY_SEC,
        pushName: `Person ${chat}`,
      },
    })),
  };
}
