import type { InstanceId } from "../contracts/ids.ts";
import { chatKind } from "../domain/messages/chat-id.ts";
import type { ActPlace } from "../domain/messages/who-may.ts";
import type { Table } from "../store/table.ts";
import type { MessageRecord } from "./message.ts";
import { personKey, readPerson } from "./person.ts";
import { STATUS_CHAT } from "./status.ts";

/** A chat as identified by the network or in a request. */
export interface NamedChat {
  /** The id of a group, a channel or the statuses, or null for a chat with a person. */
  chat_id: string | null;
  /** The person's phone digits and private id, if available. Empty in other chats. */
  person: readonly string[];
}

/** The fields of a message that identify its chat. */
export type PlacedMessage = Pick<MessageRecord, "person" | "phone" | "chat_id" | "network_chat">;

/** Returns the kind of chat that a message is in. */
export function placeOf({ chat_id, network_chat }: Pick<PlacedMessage, "chat_id" | "network_chat">): ActPlace {
  if (network_chat === STATUS_CHAT || chat_id === STATUS_CHAT) return "status";
  const kind = chatKind(chat_id ?? network_chat ?? "");
  return kind === "group" || kind === "channel" ? kind : "person";
}

/**
 * Whether a message is in this chat. The person's name may have changed since the message was stored. Only in that case
 * is the table read to find out whether both names belong to the same person.
 */
export async function isOfChat(
  table: Table,
  instance: InstanceId,
  message: PlacedMessage,
  { chat_id, person: names }: NamedChat,
): Promise<boolean> {
  if (chat_id !== null) return chat_id === message.chat_id || chat_id === message.network_chat;
  if (placeOf(message) !== "person") return false;
  const known = [
    message.person,
    message.phone,
    ...[message.chat_id, message.network_chat].map((id) => personKey(null, id)),
  ];
  if (names.some((name) => known.includes(name))) return true;
  const own = message.person ?? personKey(message.phone, message.chat_id);
  if (own === null || names.length === 0) return false;
  const [one, ...others] = await Promise.all([own, ...names].map((name) => readPerson(table, instance, name)));
  return others.some(({ person }) => person === one?.person);
}
