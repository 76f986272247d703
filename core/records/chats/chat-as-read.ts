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

/** A chat as it was read: a StoredChat, or a chat without a record so far (null). */
export type ChatAsRead = { instance_id: InstanceId } & (
  | { type: "person"; key: string; record: PersonRecord | null }
  | SharedChat
);

/** A group's or a channel's chat. */
type SharedChat = SharedPlace & { record: ChatFields | null };
/** The place of a group's or a channel's chat. */
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
 * Compares the chat's last received message with one of ours by when they were written; null if it was written first.
 * This is how messages typed on the phone are compared, because the network times both of them, in whole seconds. Of
 * two in the same second, the one that arrives later counts as the later one. @param ms by `writtenMs`.
 */
export function writtenLater(chat: ChatAsRead, { id, ms }: MessagePlace): LaterReceived | null {
  const at = personOfChat(chat)?.last_in_at;
  const isFirst = at !== undefined && Date.parse(at) <= ms;
  return isFirst || isLast(chat.record ?? {}, { id, ms }) ? null : { ms: lastInMs(chat) };
}

/**
 * Returns the place of the chat's last received message, epoch ms. In a group or a channel, and for a message that is
 * no longer the last one, it may be a little later.
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

/** Returns the records for the chats of groups or of channels. */
export const sharedRecords = ({ type }: SharedPlace) => (type === "group" ? groupRecords : channelRecords);

/**
 * Reads the chat that contains a message: the chat with its person, who may have been merged into another person, or
 * the chat of its group or channel.
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
