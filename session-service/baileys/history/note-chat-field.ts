import type { HistoryChat } from "./history-piece.ts";
import type { WireField } from "./wire-field.ts";

/** The fields of the protocol's `Conversation`, by field number. */
const TEXTS: Record<number, "id" | "name" | "displayName" | "pnJid" | "lidJid"> = {
  1: "id",
  13: "name",
  38: "displayName",
  39: "pnJid",
  42: "lidJid",
};
const NUMBERS: Record<
  number,
  | "unreadCount"
  | "ephemeralExpiration"
  | "ephemeralSettingTimestamp"
  | "conversationTimestamp"
  | "pinned"
  | "muteEndTime"
  | "tcTokenTimestamp"
  | "tcTokenSenderTimestamp"
> = {
  6: "unreadCount",
  9: "ephemeralExpiration",
  10: "ephemeralSettingTimestamp",
  12: "conversationTimestamp",
  22: "tcTokenTimestamp",
  24: "pinned",
  25: "muteEndTime",
  28: "tcTokenSenderTimestamp",
};
const FLAGS: Record<number, "archived" | "markedAsUnread"> = { 16: "archived", 19: "markedAsUnread" };
const TOKEN = 21;

/** Records a field of a chat. Fields that contain nothing we store are ignored. */
export function noteChatField(chat: HistoryChat, { number, isNumber, value }: WireField, body: Uint8Array): void {
  const [text, count, flag] = [TEXTS[number], NUMBERS[number], FLAGS[number]];
  if (isNumber) {
    if (count) chat[count] = value;
    else if (flag) chat[flag] = value !== 0;
  } else if (text) chat[text] = Buffer.from(body).toString();
  else if (number === TOKEN) chat.tcToken = Uint8Array.from(body);
}
