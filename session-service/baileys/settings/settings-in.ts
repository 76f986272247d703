import type { BaileysEventMap } from "@whiskeysockets/baileys";
import { MUTED_FOR_EVER } from "../../../core/records/chats/chat-fields.ts";
import { type Foreign, type ForeignNumber, foreign, takenItems } from "../inbound/bounds/foreign.ts";
import { type Address, takenAddress, takenId, takenParty } from "../inbound/bounds/ids.ts";
import { opened, takenCount } from "../inbound/bounds/numbers.ts";
import { isWord, takenName } from "../inbound/bounds/texts.ts";
import { takenEnd, takenTime } from "../inbound/bounds/times.ts";
import type { ChatSetting } from "./chat-setting.ts";
import type { ContactChange } from "./contact-change.ts";
import type { LabelChange } from "./label-change.ts";

/** A change to the phone's settings. The kind determines the job that stores it. */
export type SettingNews =
  | { kind: "chat_setting"; value: ChatSetting }
  | { kind: "contact_change"; value: ContactChange }
  | { kind: "label_change"; value: LabelChange };

/** The maximum length of a list. Settings arrive one by one, so real lists are shorter. */
const MOST = 1_000;
/** The last of the network's twenty colors. */
const LAST_COLOR = 19;
const MARKED_UNREAD = -1;

/** The library's chat update. A `conditional` field is only present if the update was caused by a setting. */
interface ChatUpdate {
  id?: string | null;
  archived?: boolean | null;
  pinned?: number | null;
  muteEndTime?: number | null;
  unreadCount?: number | null;
  conditional?: unknown;
}

/** Returns the settings changes in one library event. Empty if the event is about something else. */
export function settingsIn(event: keyof BaileysEventMap, data: unknown, now: Date): SettingNews[] {
  switch (event) {
    case "chats.update":
      return itemsOf<ChatUpdate>(data).flatMap((update) => chatSettings(update, now));
    case "chats.delete":
      return itemsOf<string>(data).flatMap((id) => chatSetting(takenParty(id), { kind: "delete" }));
    case "contacts.upsert":
      return itemsOf<BaileysEventMap["contacts.upsert"][number]>(data).flatMap(savedContact);
    case "contacts.update":
      return itemsOf<BaileysEventMap["contacts.update"][number]>(data).flatMap(changedPicture);
    case "labels.edit":
      return labelEdit(foreign(data as BaileysEventMap["labels.edit"])); // the library's own shape
    case "labels.association":
      return labeledChat(foreign(data as BaileysEventMap["labels.association"])); // the library's own shape
    default:
      return [];
  }
}

// Returns the items of a list from the library, as foreign types.
const itemsOf = <T>(data: unknown) => takenItems(foreign(data as T[]), MOST) as Foreign<T>[];

const chatSetting = (chat: Address | null, what: ChatSetting["what"]): SettingNews[] =>
  isChat(chat) ? [{ kind: "chat_setting", value: { chat: chat.id, what } }] : [];

function isChat(chat: Address | null): chat is Address {
  return chat !== null && ["phone", "private", "group", "channel"].includes(chat.party.kind);
}

function chatSettings(update: Foreign<ChatUpdate>, now: Date): SettingNews[] {
  if (!("conditional" in update)) return []; // made from a message
  const chat = takenParty(update.id);
  const { archived, pinned, muteEndTime, unreadCount } = update;
  const found: ChatSetting["what"][] = [];
  if (typeof archived === "boolean") found.push({ kind: "archive", archived });
  if (pinned !== undefined) {
    const at = pinned === null ? null : (takenTime(opened(pinned), now) ?? now);
    found.push({ kind: "pin", at_ms: at?.getTime() ?? null });
  }
  if (muteEndTime !== undefined) found.push({ kind: "mute", until_ms: muteEnd(muteEndTime) });
  const count = opened(unreadCount);
  // The library adds up counts, so only these two values are meaningful.
  if (count === 0 || count === MARKED_UNREAD) found.push({ kind: "mark", unread: count !== 0 });
  return found.flatMap((what) => chatSetting(chat, what));
}

/** Returns a mute's end time. Null means that there is no valid end, in which case the chat counts as unmuted. */
function muteEnd(given: ForeignNumber | null): number | null {
  const end = opened(given);
  return end === MUTED_FOR_EVER ? MUTED_FOR_EVER : (takenEnd(end ?? undefined)?.getTime() ?? null);
}

/** Returns a change to a saved contact. A contact without a name has been removed from the address book. */
function savedContact(contact: Foreign<BaileysEventMap["contacts.upsert"][number]>): SettingNews[] {
  const id = takenParty(contact.id);
  if (id?.party.kind !== "phone" && id?.party.kind !== "private") return [];
  const other = takenAddress(id.party.kind === "phone" ? contact.lid : contact.phoneNumber);
  const what = { kind: "saved" as const, name: takenName(contact.name) };
  return [{ kind: "contact_change", value: { contact: id.id, other, what } }];
}

function changedPicture(contact: Foreign<BaileysEventMap["contacts.update"][number]>): SettingNews[] {
  const id = takenParty(contact.id);
  const isThere = contact.imgUrl !== undefined && contact.imgUrl !== null;
  if (!isChat(id) || !isThere) return [];
  const what = { kind: "picture" as const, has_picture: !isWord(contact.imgUrl, "removed") };
  return [{ kind: "contact_change", value: { contact: id.id, other: null, what } }];
}

function labelEdit({ id, name, color, deleted }: Foreign<BaileysEventMap["labels.edit"]>): SettingNews[] {
  const label = takenId(id);
  if (label === null) return [];
  const value: LabelChange = {
    kind: "edit",
    label,
    name: takenName(name),
    color: takenCount(color, LAST_COLOR),
    deleted: deleted === true,
  };
  return [{ kind: "label_change", value }];
}

/** Returns a change to a chat's labels. Labels of individual messages aren't stored. */
function labeledChat({ type, association }: Foreign<BaileysEventMap["labels.association"]>): SettingNews[] {
  const label = takenId(association.labelId);
  const chat = takenParty(association.chatId);
  if (!isWord(association.type, "label_jid") || label === null || !isChat(chat)) return [];
  return [{ kind: "label_change", value: { kind: "chat", label, chat: chat.id, labeled: isWord(type, "add") } }];
}
