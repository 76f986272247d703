import { proto } from "@whiskeysockets/baileys";
import type { Past } from "../../../store/pasts-table.ts";
import type { Person } from "../../../store/people-table.ts";
import type { Transaction } from "../../../store/transactions.ts";
import { pastConversation } from "./past-conversation.ts";

/**
 * Yields the chunks of a generated history. They leave out each chat's newest message, which a new device has already
 * received in the first part. A chat that doesn't fit into a chunk continues in the next one. The last chunk, which may
 * be empty, reports 100 percent.
 */
export function* recentChunks(transaction: Transaction, owner: Person, past: Past): Generator<proto.IHistorySync> {
  const total = past.chats * (past.messagesPerChat - 1);
  let conversations: proto.IConversation[] = [];
  let inChunk = 0;
  let given = 0;
  let order = 0;
  const chunk = (): proto.IHistorySync => ({
    syncType: proto.HistorySync.HistorySyncType.RECENT,
    chunkOrder: ++order,
    progress: total === 0 ? 100 : Math.floor((100 * given) / total),
    conversations,
  });
  for (let chat = 0; chat < past.chats; chat++) {
    for (let place = 1; place < past.messagesPerChat; ) {
      const count = Math.min(past.chunkMessages - inChunk, past.messagesPerChat - place);
      conversations.push(pastConversation(transaction, owner, past, chat, place, count));
      place += count;
      inChunk += count;
      given += count;
      if (inChunk < past.chunkMessages || given === total) continue;
      yield chunk();
      conversations = [];
      inChunk = 0;
    }
  }
  yield chunk();
}
