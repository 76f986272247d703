import type { AccountId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { readHistory } from "../../records/chats/chat-history.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import type { MessageRecord } from "../../records/message.ts";
import type { Table } from "../../store/table.ts";

/** The number of messages to read, including messages sent by the instance's own number. */
const LOOKED_AT = 100;

/** A received message and its network id. */
export type UnreadMessage = MessageRecord & { network_id: string };

/**
 * Returns up to twenty of a chat's newest unread messages, whose senders get read receipts when the chat is marked as
 * read. If all messages are read, returns the last received message, so a repeated call can finish what an interrupted
 * call began.
 */
export async function findUnread(
  deps: { table: Table },
  account: AccountId,
  chat: StoredChat,
  now: Date,
): Promise<UnreadMessage[]> {
  const unread = Math.max(1, (chat.record.received ?? 0) - (chat.record.read_to ?? 0));
  const { messages } = await readHistory(deps, account, chat, { limit: LOOKED_AT, offset: 0 }, now);
  return messages
    .filter(({ direction }) => direction === "in")
    .flatMap((message) => (message.network_id === null ? [] : [{ ...message, network_id: message.network_id }]))
    .slice(0, Math.min(unread, LIMITS.readReceiptsMax));
}
