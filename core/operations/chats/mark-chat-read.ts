import type { InstanceId } from "../../contracts/ids.ts";
import { afterReading } from "../../domain/chats/after-reading.ts";
import type { ChatChange } from "../../domain/chats/chat-change.ts";
import { readChatOf } from "../../records/chats/chat-as-read.ts";
import { chatUpdate, isChange } from "../../records/chats/chat-update.ts";
import type { ChatPlace } from "../../records/chats/stored-chat.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Table } from "../../store/table.ts";

/**
 * How many times to attempt a change to a chat that other processes keep changing. In practice, far fewer attempts are
 * needed.
 */
const TRIES = 50;

/**
 * Marks a chat as read up to one of its received messages, and clears its unread mark. Repeating the call has no
 * effect.
 * @param upTo that message's position among the received messages.
 */
export async function markChatRead(
  { table }: { table: Table },
  { instance_id }: { instance_id: InstanceId },
  { type, key }: ChatPlace,
  upTo: number,
): Promise<void> {
  return retryOnChange(TRIES, async ({ commit }) => {
    const chat = await readChatOf(table, instance_id, { person: type === "person" ? key : null, chat_id: key });
    if (!chat?.record) return;
    const { set } = afterReading(chat.record, upTo);
    const change: ChatChange = { set, remove: chat.record.marked_unread === undefined ? [] : ["marked_unread"] };
    if (!isChange(change)) return;
    await commit(table.write(chatUpdate(chat, change)));
  });
}
