import { afterReading } from "../../domain/chats/after-reading.ts";
import { type ChatAsRead, personOfChat, readChatOf } from "../../records/chats/chat-as-read.ts";
import { chatUpdate, isChange } from "../../records/chats/chat-update.ts";
import { findMessage } from "../../records/network-message.ts";
import type { Owner } from "../../records/owner.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Table } from "../../store/table.ts";

/** A received message that the number's owner has read on one of their devices. */
export interface ReadMessage {
  /** The person's key. Null in a group or channel. */
  person: string | null;
  chat_id: string;
  /** The message's network id and its author's key. */
  network_id: string;
  author: string;
}

/**
 * How many times to attempt a change to a chat that other processes keep changing. In practice, far fewer attempts are
 * needed.
 */
const TRIES = 50;

/**
 * Marks a chat as read up to a message. Later messages stay unread, and an unread mark stays set. The fence is not
 * checked, because it doesn't matter which process records that a message was read, or how often. Spec: chats,
 * `unread_count`.
 * @throws ConditionFailed if the chat keeps changing.
 * @returns false if the message is not stored (yet). In that case, nothing is changed.
 */
export async function readChatUpTo(
  deps: { table: Table },
  { instance_id: instance }: Pick<Owner, "instance_id">,
  read: ReadMessage,
): Promise<boolean> {
  return retryOnChange(TRIES, async ({ commit }) => {
    const chat = await readChatOf(deps.table, instance, read);
    if (!chat?.record) return false;
    const upTo = await numberOf(deps, chat, read);
    if (upTo === null) return false;
    const change = afterReading(chat.record, upTo);
    if (!isChange(change)) return true;
    await commit(deps.table.write(chatUpdate(chat, change)));
    return true;
  });
}

/**
 * Returns the message's position among the received messages, or null if it is not stored. Messages stored by earlier
 * versions have no position, so reading them marks nothing as read.
 */
async function numberOf(deps: { table: Table }, chat: ChatAsRead, read: ReadMessage): Promise<number | null> {
  // If the message is the person's last, all their messages have been read, regardless of the order in which they
  // arrived.
  if (personOfChat(chat)?.last_in_id === read.network_id) return chat.record?.received ?? 0;
  const { network_id, author } = read;
  const message = await findMessage(deps, { instance_id: chat.instance_id, network_id, author });
  return message && (message.nth ?? 0);
}
