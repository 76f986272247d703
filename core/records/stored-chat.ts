import type { ChatType } from "../contracts/chats/chat.ts";
import type { InstanceId } from "../contracts/ids.ts";
import type { ChatFields } from "../domain/chats/chat-fields.ts";
import { chatKind, phoneOfChat } from "../domain/messages/chat-id.ts";
import { keys } from "../store/keys.ts";
import type { Key } from "../store/table.ts";
import type { PersonRecord } from "./person.ts";

/** The place of a chat on its instance: `key` is the person's key, or the id of the group or channel. */
export interface ChatPlace {
  type: ChatType;
  key: string;
}

/** A chat as it is stored: the record that holds it, and where that stands. */
export type StoredChat = { instance_id: InstanceId } & (
  | { type: "person"; key: string; record: PersonRecord }
  | { type: "group" | "channel"; key: string; record: ChatFields }
);

/** The place that a path names by a phone's digits or a chat id; null: no chat has such an id. */
export function chatPlace(given: string): ChatPlace | null {
  if (/^\d+$/.test(given)) return { type: "person", key: given };
  const kind = chatKind(given);
  if (kind === "group" || kind === "channel") return { type: kind, key: given };
  const person = kind === "private" ? given : phoneOfChat(given);
  return person === null ? null : { type: "person", key: person };
}

/** The item that holds a chat. */
export const chatItem = (instance: InstanceId, { type, key }: ChatPlace): Key => keys[type](instance, key);
