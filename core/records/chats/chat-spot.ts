import type { InstanceId } from "../../contracts/ids.ts";
import { chatKind } from "../../domain/messages/chat-id.ts";
import { keys } from "../../store/keys.ts";
import type { Key, Table } from "../../store/table.ts";
import { type FoundPerson, readPerson } from "../person.ts";
import { channelRecords } from "./channel.ts";
import type { ChatFields } from "./chat-fields.ts";
import { groupRecords } from "./group.ts";

/** A chat as it was read: its record's place and content; null: there is none yet. */
export interface ChatSpot {
  instance: InstanceId;
  place: Key;
  record: ChatFields | null;
  isPersons: boolean;
  /** The chat's id as its person's record has it; absent: it has none yet, or it is nobody's. */
  chatId?: string;
  /** When its person last wrote, epoch ms, and the network's id of that; absent: never, or it is nobody's. */
  lastInMs?: number;
  lastInId?: string;
  /** The last broadcast that its person got, packed. */
  lastBroadcast?: string;
}

/** The chat of a person. */
export const personSpot = (instance: InstanceId, { person, known }: FoundPerson): ChatSpot => ({
  instance,
  place: keys.person(instance, person),
  record: known,
  isPersons: true,
  ...(known?.chat_id !== undefined && { chatId: known.chat_id }),
  ...(known?.last_in_at !== undefined && { lastInMs: Date.parse(known.last_in_at) }),
  ...(known?.last_in_id !== undefined && { lastInId: known.last_in_id }),
  ...(known?.brd !== undefined && { lastBroadcast: known.brd }),
});

/** The item of a group's or a channel's chat; null: the id is neither's. */
export function sharedChat(instance: InstanceId, chatId: string): Key | null {
  const kind = chatKind(chatId);
  return kind === "group" || kind === "channel" ? keys[kind](instance, chatId) : null;
}

/** The records among which that item is. */
export const sharedRecords = (place: Key) => (chatKind(place.sk) === "group" ? groupRecords : channelRecords);

/** The chat of a group or a channel. @param place from `sharedChat`. */
export const sharedSpot = (instance: InstanceId, place: Key, record: ChatFields | null): ChatSpot => ({
  instance,
  place,
  record,
  isPersons: false,
});

/**
 * Reads the chat of a message: of its person, who may have been merged into another one, or of its group or channel.
 * @returns null: it belongs to no chat.
 */
export async function readSpot(
  table: Table,
  instance: InstanceId,
  { person, chat_id }: { person: string | null; chat_id: string | null },
): Promise<ChatSpot | null> {
  if (person !== null) return personSpot(instance, await readPerson(table, instance, person));
  const place = chat_id === null ? null : sharedChat(instance, chat_id);
  if (!place) return null;
  return sharedSpot(instance, place, await sharedRecords(place).read(table, instance, place.sk));
}
