import type { InstanceId } from "../../contracts/ids.ts";
import type { LaterReceived } from "../../domain/chats/after-ours.ts";
import type { ChatPlace } from "../../domain/chats/chat-place.ts";
import { endOfSecond, isLast, type MessagePlace } from "../../domain/chats/message-place.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import type { Table } from "../../store/table.ts";
import { type FoundPerson, type PersonRecord, readPerson } from "../person.ts";
import { channelRecords } from "./channel.ts";
import type { ChatFields } from "./chat-fields.ts";
import { groupRecords } from "./group.ts";

/** A chat as it was read: a StoredChat, or a chat with a null record if no record exists yet. */
export type ChatAsRead = { instance_id: InstanceId } & (
  | { type: "person"; key: string; record: PersonRecord | null }
  | SharedChat
);

/** The chat of a group or a channel. */
type SharedChat = SharedPlace & { record: ChatFields | null };
/** The place of a group's or channel's chat. */
type SharedPlace = ChatPlace & { type: "group" | "channel" };

/** Returns the chat with a person. */
export const chatOfPerson = (instance_id: InstanceId, { person, known }: FoundPerson): ChatAsRead => ({
  instance_id,
  type: "person",
  key: person,
  record: known,
});

/** Returns the record of the person in a chat, or null if there is no record yet or the chat is a group or channel. */
export const personOfChat = (chat: ChatAsRead): PersonRecord | null => (chat.type === "person" ? chat.record : null);

/**
 * Determines whether the chat's last received message was written later than one of our messages. Returns null if the
 * received message was written first. Used for messages typed on the phone, because the network timestamps both
 * messages, in whole seconds. If the timestamps are equal, the message that arrives later counts as later. @param ms as
 * returned by `writtenMs`.
 */
export function writtenLater(chat: ChatAsRead, { id, ms }: MessagePlace): LaterReceived | null {
  const at = personOfChat(chat)?.last_in_at;
  const isFirst = at !== undefined && Date.parse(at) <= ms;
  return isFirst || isLast(chat.record ?? {}, { id, ms }) ? null : { ms: lastInMs(chat) };
}

/**
 * Returns the position of the chat's last received message, in epoch ms. For a group or a channel, and for a message
 * that is no longer the last one, the position may be slightly too late.
 */
export function lastInMs(chat: ChatAsRead): number {
  const { last_ms = 0 } = chat.record ?? {};
  const at = personOfChat(chat)?.last_in_at;
  return at === undefined ? last_ms : Math.min(endOfSecond(Date.parse(at)), last_ms);
}

/** Returns the place of a group or channel chat, or null if the id belongs to neither. */
export function sharedPlace(chatId: string): SharedPlace | null {
  const type = chatKind(chatId);
  return type === "group" || type === "channel" ? { type, key: chatId } : null;
}

/** Returns the records of group chats or of channel chats. */
export const sharedRecords = ({ type }: SharedPlace) => (type === "group" ? groupRecords : channelRecords);

/**
 * Reads the chat that contains a message: either the chat with a person, who may have been merged into another person,
 * or the chat of a group or channel.
 * @returns null if the message doesn't belong to a chat.
 */
export async function readChatOf(
  table: Table,
  instance_id: InstanceId,
  { person, chat_id }: { person: string | null; chat_id: string | null },
): Promise<ChatAsRead | null> {
  if (person !== null) return chatOfPerson(instance_id, await readPerson(table, instance_id, person));
  const place = chat_id === null ? null : sharedPlace(chat_id);
  return place && { instance_id, ...place, record: await sharedRecords(place).read(table, instance_id, place.key) };
}
