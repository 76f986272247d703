import { chatKind, phoneChat } from "../../core/domain/messages/chat-id.ts";
import type { StoredChat } from "../../core/records/chats/stored-chat.ts";
import { type MessageRecord, messageRecords } from "../../core/records/message.ts";
import type { PersonRecord } from "../../core/records/person.ts";
import { keys } from "../../core/store/keys.ts";
import type { Table } from "../../core/store/table.ts";
import type { LastInChat } from "../baileys/settings/setting-mutation.ts";
import type { PatchedChat } from "./chat-steps.ts";
import type { CommandTools } from "./command-tools.ts";

/** How many people to check when determining which kind of ID the phone uses for its chats. */
const LOOKED_AT = 100;

/** Returns the chat in the form in which patches for the phone refer to it, with its last message. */
export async function patchedChat(tools: CommandTools, chat: StoredChat): Promise<PatchedChat> {
  const id = await phoneChatId(tools, chat);
  return { id, last: await lastMessage(tools, chat, id), archived: chat.record.archived ?? false };
}

/**
 * Returns the phone's id for the chat. If the phone has not used an id for the chat yet, returns the person's private
 * id if the phone uses private ids for chats, otherwise their number.
 */
async function phoneChatId({ deps, session, network }: CommandTools, chat: StoredChat): Promise<string> {
  const { record, key, type } = chat;
  if (record.phone_chat_id !== undefined) return record.phone_chat_id;
  if (type !== "person" || !/^\d+$/.test(key)) return key;
  const number = phoneChat(key);
  if (!(await keepsPrivateIds(deps.table, session.instance_id))) return number;
  return chat.record.private_id ?? network.resolveChat(number);
}

/**
 * Whether the phone uses private ids for chats. If it has used a private id for one person whose number is known, it
 * does so for everyone.
 */
async function keepsPrivateIds(table: Table, instance: string): Promise<boolean> {
  const { items } = await table.query({ pk: keys.person(instance, "").pk, limit: LOOKED_AT });
  return items.some((item) => {
    const { phone_chat_id } = item as PersonRecord; // the partition holds people alone
    return /^\d+$/.test(item.sk) && phone_chat_id !== undefined && chatKind(phone_chat_id) === "private";
  });
}

/**
 * Returns the chat's last message, or null if there is none, it is no longer stored, or its author can't be determined.
 */
async function lastMessage(tools: CommandTools, { record }: StoredChat, chat: string): Promise<LastInChat | null> {
  const { deps, session, network } = tools;
  if (record.last_id === undefined) return null;
  const message = await messageRecords.read(deps.table, session.account_id, record.last_id);
  if (!message || message.network_id === null) return null;
  const participant = await network.writerOf(chat, message).catch(() => undefined);
  if (participant === undefined) return null;
  const from_me = message.direction === "out";
  return { network_id: message.network_id, from_me, participant, at: timeOf(message) };
}

const timeOf = ({ written_at, sent_at, created_at }: MessageRecord) => new Date(written_at ?? sent_at ?? created_at);
