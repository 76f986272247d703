import type { InstanceId } from "../../contracts/ids.ts";
import type { ChatFields } from "../../domain/chats/chat-fields.ts";
import type { ChatPlace } from "../../domain/chats/chat-place.ts";
import { chatKind, phoneOfChat } from "../../domain/messages/chat-id.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Key } from "../../store/table.ts";
import { type PersonRecord, personRecords } from "../person.ts";
import { channelRecords } from "./channel.ts";
import { groupRecords } from "./group.ts";

export type { ChatPlace } from "../../domain/chats/chat-place.ts";

/** A stored chat: its record and its place. */
export type StoredChat = { instance_id: InstanceId } & (
  | { type: "person"; key: string; record: PersonRecord }
  | { type: "group" | "channel"; key: string; record: ChatFields }
);

/**
 * Returns the place of the chat that a path identifies by phone digits or a chat id, or null if the value can't be a
 * chat id.
 */
export function chatPlace(given: string): ChatPlace | null {
  if (/^\d+$/.test(given)) return { type: "person", key: given };
  const kind = chatKind(given);
  if (kind === "group" || kind === "channel") return { type: kind, key: given };
  const person = kind === "private" ? given : phoneOfChat(given);
  return person === null ? null : { type: "person", key: person };
}

/** Returns the chat in an item read under a chat's key. @throws if the item isn't a chat. */
export function chatIn(item: Item): StoredChat {
  const [, instance_id = "", kind = ""] = item.pk.split("#");
  const of = { PERSON: "person", GROUP: "group", CHANNEL: "channel" }[kind];
  if (of === "person") return { instance_id, type: of, key: item.sk, record: personRecords.of(item) };
  if (of === "group") return { instance_id, type: of, key: item.sk, record: groupRecords.of(item) };
  if (of === "channel") return { instance_id, type: of, key: item.sk, record: channelRecords.of(item) };
  throw new Error("An item was taken for a chat that holds none.");
}

/** Returns the key of a chat's item. */
export const chatItem = (instance: InstanceId, { type, key }: ChatPlace): Key => keys[type](instance, key);
