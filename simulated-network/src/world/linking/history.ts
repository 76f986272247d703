import { proto } from "@whiskeysockets/baileys";
import { personAddress } from "../../format/addresses.ts";
import { seconds } from "../../format/nodes.ts";
import type { InboxMessage } from "../../store/messages-table.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { type Chat, chatAt } from "../people/chats.ts";
import { memberForm } from "../people/member-names.ts";
import { conversationMarks } from "../settings/conversation-marks.ts";
import { settingAddress } from "../settings/setting-address.ts";
import { privacyToken } from "../standing/privacy-token.ts";
import { pastConversation } from "./past/past-conversation.ts";
import { pastAddress, pastPerson } from "./past/past-person.ts";

/** The maximum number of messages per chat that a phone sends to a new device. */
const MOST_PER_CHAT = 100;

const HistoryType = proto.HistorySync.HistorySyncType;

/**
 * Returns the history that a phone sends to a new device right away: its chats with their latest messages, then
 * people's names. Parts that would be empty are only sent if the phone has a generated history, because each part slows
 * down linking.
 */
export function historyOf(transaction: Transaction, owner: Person): proto.IHistorySync[] {
  const shown = transaction.store.messages.list(owner.phone, null).filter(({ deleted }) => !deleted);
  const byChat = Map.groupBy(shown, ({ chatId }) => chatId);
  const past = transaction.store.pasts.of(owner.phone);
  const acquaintances = Array.from({ length: past?.chats ?? 0 }, (_, chat) => pastPerson(owner, chat));
  const chats = [...byChat].flatMap(([chatId, messages]) => {
    const chat = chatAt(transaction, chatId);
    const isShown = (chat?.kind === "person" || chat?.kind === "group") && !isGone(transaction, owner, chatId);
    return isShown ? [{ chat, messages: messages.slice(-MOST_PER_CHAT) }] : [];
  });
  const people = [owner, ...chats.flatMap(({ chat }) => (chat.kind === "person" ? [chat.person] : []))];
  const numbered = people.filter(({ phone, hide_number }) => phone === owner.phone || !hide_number);
  return [
    {
      syncType: HistoryType.INITIAL_BOOTSTRAP,
      progress: 100,
      conversations: [
        ...chats.map(({ chat, messages }) => conversation(transaction, owner, chat, messages)),
        ...(past ? acquaintances.map((_, chat) => pastConversation(transaction, owner, past, chat, 0, 1)) : []),
      ],
      phoneNumberToLidMappings: [...numbered, ...acquaintances].map((person) => ({
        pnJid: personAddress(person, "pn"),
        lidJid: personAddress(person, "lid"),
      })),
    },
    {
      syncType: HistoryType.PUSH_NAME,
      pushnames: [
        ...people.map((person) => ({
          id: personAddress(person, person.phone !== owner.phone && person.hide_number ? "lid" : "pn"),
          pushname: person.name,
        })),
        ...acquaintances.map((person) => ({ id: pastAddress(transaction, owner, person), pushname: person.name })),
      ],
    },
    ...(past ? [{ syncType: HistoryType.NON_BLOCKING_DATA }, { syncType: HistoryType.INITIAL_STATUS_V3 }] : []),
  ];
}

function conversation(
  transaction: Transaction,
  owner: Person,
  chat: Chat,
  messages: readonly InboxMessage[],
): proto.IConversation {
  const id = settingAddress(transaction, owner, chat);
  const last = messages.at(-1);
  return {
    ...conversationMarks(transaction, owner, chat.id),
    ...timer(transaction, owner, chat),
    id,
    name: chat.kind === "group" ? chat.group.subject : undefined,
    lidJid: chat.kind === "person" ? personAddress(chat.person, "lid") : undefined,
    pnJid: chat.kind === "person" && !chat.person.hide_number ? personAddress(chat.person, "pn") : undefined,
    conversationTimestamp: last && seconds(last.at),
    ...token(transaction, owner, chat),
    // Phones send the newest messages first.
    messages: messages
      .toReversed()
      .map((message) => ({ message: historyMessage(transaction, owner, chat, id, message) })),
  };
}

function isGone(transaction: Transaction, owner: Person, chatId: string): boolean {
  return transaction.store.chatReading.isGone(owner.phone, chatId);
}

/**
 * Returns a chat's disappearing-message timer and when it was set. If the timer was never set, the chat has neither
 * field.
 */
function timer(transaction: Transaction, owner: Person, chat: Chat): Partial<proto.IConversation> {
  if (chat.kind === "group") return { ephemeralExpiration: chat.group.disappearing_seconds };
  const set = transaction.store.chatTimers.find(owner.phone, chat.id);
  return set ? { ephemeralExpiration: set.sec, ephemeralSettingTimestamp: seconds(new Date(set.setAt)) } : {};
}

/** Returns the token needed to write to a person. Only phones with a generated history have it. */
function token(transaction: Transaction, owner: Person, chat: Chat): Partial<proto.IConversation> {
  const past = transaction.store.pasts.of(owner.phone);
  if (!past || chat.kind !== "person") return {};
  const since = Math.floor(past.madeAt / 1000);
  return { tcToken: privacyToken(owner, chat.person), tcTokenTimestamp: since, tcTokenSenderTimestamp: since };
}

function historyMessage(
  transaction: Transaction,
  owner: Person,
  chat: Chat,
  remoteJid: string,
  message: InboxMessage,
): proto.IWebMessageInfo {
  const author = transaction.store.people.byPhone(message.author.phone);
  const fromMe = message.author.phone === owner.phone;
  const participant =
    chat.kind === "group" && author ? personAddress(author, memberForm(chat.group, author)) : undefined;
  return {
    key: { remoteJid, fromMe, id: message.id, participant },
    message: proto.Message.decode(message.content),
    messageTimestamp: seconds(message.at),
    participant,
    pushName: fromMe ? undefined : author?.name,
    status: fromMe ? STATUS[message.status ?? "sent"] : undefined,
  };
}

const STATUS = {
  sent: proto.WebMessageInfo.Status.SERVER_ACK,
  delivered: proto.WebMessageInfo.Status.DELIVERY_ACK,
  read: proto.WebMessageInfo.Status.READ,
} as const;
