import { type AccountId, ID_PREFIXES } from "../../contracts/ids.ts";
import type { ClearedNumbers } from "../../domain/chats/after-mirrored-change.ts";
import { idBound } from "../../domain/ulid-bound.ts";
import { type HistoryPage, readHistory } from "../../records/chats/chat-history.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import { type MessageRecord, messageRecords } from "../../records/message.ts";
import type { Table } from "../../store/table.ts";

/** The number of messages per read. One read is enough for most chats. */
const PAGE = 100;

/**
 * Finds out which of a chat's received messages were deleted and which are left after its messages up to some time were
 * deleted on the phone. Of both, it reads only as many as are needed to tell where the deletion ended.
 * @param chat the chat before the deletion. @param clearedMs the time up to which messages were deleted, in epoch ms.
 * @returns null if no message of the chat is stored.
 */
export async function findCleared(
  table: Table,
  account: AccountId,
  chat: StoredChat,
  clearedMs: number,
  now: Date,
): Promise<ClearedNumbers | null> {
  const { last_id, read_to = 0 } = chat.record;
  const later = idBound(ID_PREFIXES.message, new Date(clearedMs + 1));
  const pageAfter = (after: string | null) =>
    readHistory({ table }, account, chat, { limit: PAGE, offset: 0, after }, now);

  const newest = await pageAfter(null);
  // Read the last message directly, because it might not have reached the index yet.
  const lastRead = last_id === undefined ? null : await messageRecords.read(table, account, last_id);
  const seen = lastRead ? [...newest.messages, lastRead] : newest.messages;
  if (seen.length === 0) return null;
  const deleted = numbersOf(seen.filter(({ id }) => id < later));
  const left = numbersOf(seen.filter(({ id }) => id >= later));
  // Everything before a message that had already been read has been read, too.
  const isFound = () => deleted.length > 0 || left.some((nth) => nth <= read_to + 1);
  // So much has come since the deletion that the page doesn't reach back to it. The last deleted message then tells
  // where those begin that are left.
  if (!isFound()) deleted.push(...numbersOf((await pageAfter(later)).messages));
  // If the last deleted message is unknown, because it isn't stored anymore, the first one that is left tells it.
  for (let after = newest.next; after !== null && after >= later && !isFound(); ) {
    const page: HistoryPage = await pageAfter(after);
    left.push(...numbersOf(page.messages.filter(({ id }) => id >= later)));
    after = page.next;
  }
  return { deleted, left };
}

/** Returns the numbers of those messages that were received. */
const numbersOf = (messages: readonly MessageRecord[]): number[] =>
  messages.flatMap(({ direction, nth }) => (direction === "in" && nth !== undefined ? [nth] : []));
