import { personAddress } from "../../format/addresses.ts";
import { seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import type { Setting } from "../app-state/setting.ts";
import { type Chat, chatAddress } from "../people/chats.ts";
import { memberForm } from "../people/member-names.ts";
import { settingAddress } from "./setting-address.ts";

/** A person's change to a chat. */
export interface ChatChange {
  readonly archived?: boolean | undefined;
  readonly pinned?: boolean | undefined;
  /** The end of the mute, in epoch ms. -1 means that it never ends, and null unmutes the chat. */
  readonly mutedUntil?: number | null | undefined;
  /** Whether the chat is marked as read. False marks it as unread. */
  readonly read?: boolean | undefined;
  readonly deleted?: true | undefined;
}

/** Returns the settings that change a chat. As on a phone, archiving a chat unpins it, and pinning it unarchives it. */
export function chatSettings(transaction: Transaction, owner: Person, chat: Chat, change: ChatChange): Setting[] {
  const jid = settingAddress(transaction, owner, chat);
  const { archived, pinned, mutedUntil, read, deleted } = change;
  const shown = transaction.store.phoneChats.find(owner.phone, chat.id);
  const settings: Setting[] = [];
  const range = () => messageRange(transaction, owner, chat);
  const archive = (value: boolean) => settings.push(archiveSetting(jid, value, range()));
  const pin = (value: boolean) => settings.push(pinSetting(jid, value));
  if (archived !== undefined) archive(archived);
  if (archived && shown.pinnedAt !== null && pinned === undefined) pin(false);
  if (pinned !== undefined) pin(pinned);
  if (pinned && shown.archived && archived === undefined) archive(false);
  if (mutedUntil !== undefined) settings.push(muteSetting(jid, mutedUntil));
  if (read !== undefined) settings.push(readSetting(jid, read, range()));
  if (deleted) settings.push(deleteSetting(jid, range()));
  return settings;
}

type Range = ReturnType<typeof messageRange>;

const archiveSetting = (jid: string, archived: boolean, messageRange: Range): Setting => ({
  collection: "regular_low",
  index: ["archive", jid],
  operation: "set",
  value: { archiveChatAction: { archived, messageRange } },
  formatVersion: 3,
});

const pinSetting = (jid: string, pinned: boolean): Setting => ({
  collection: "regular_low",
  index: ["pin_v1", jid],
  operation: "set",
  value: { pinAction: { pinned } },
  formatVersion: 5,
});

const muteSetting = (jid: string, until: number | null): Setting => ({
  collection: "regular_high",
  index: ["mute", jid],
  operation: "set",
  value: { muteAction: { muted: until !== null, ...(until === null ? {} : { muteEndTimestamp: until }) } },
  formatVersion: 2,
});

const readSetting = (jid: string, read: boolean, messageRange: Range): Setting => ({
  collection: "regular_low",
  index: ["markChatAsRead", jid],
  operation: "set",
  value: { markChatAsReadAction: { read, messageRange } },
  formatVersion: 3,
});

const deleteSetting = (jid: string, messageRange: Range): Setting => ({
  collection: "regular_high",
  index: ["deleteChat", jid, "1"],
  operation: "set",
  value: { deleteChatAction: { messageRange } },
  formatVersion: 6,
});

/** Returns the chat's last message, which is the last message that a change applies to. */
function messageRange(transaction: Transaction, owner: Person, chat: Chat) {
  const last = transaction.store.messages.list(owner.phone, chat.id).at(-1);
  if (!last) return {};
  const author = transaction.store.people.byPhone(last.author.phone);
  const participant =
    chat.kind === "group" && author ? personAddress(author, memberForm(chat.group, author)) : undefined;
  const fromMe = last.author.phone === owner.phone;
  const key = { remoteJid: chatAddress(chat, { ...owner, hide_number: false }), fromMe, id: last.id, participant };
  return { lastMessageTimestamp: seconds(last.at), messages: [{ key, timestamp: seconds(last.at) }] };
}
