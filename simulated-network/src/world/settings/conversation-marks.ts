import type { proto } from "@whiskeysockets/baileys";
import { seconds } from "../../format/nodes.ts";
import type { Person } from "../../store/people-table.ts";
import type { Transaction } from "../../store/transactions.ts";

/**
 * Returns how a chat is marked in a history: archived, pinned, muted, or unread. @param chatId the chat's id in the
 * sandbox API.
 */
export function conversationMarks(transaction: Transaction, owner: Person, chatId: string): proto.IConversation {
  const { phoneChats, chatReading } = transaction.store;
  const { archived, pinnedAt, mutedUntil, markedUnread } = phoneChats.find(owner.phone, chatId);
  return {
    id: chatId,
    archived,
    pinned: pinnedAt === null ? undefined : seconds(new Date(pinnedAt)),
    muteEndTime: mutedUntil === null ? undefined : muteEnd(mutedUntil),
    markedAsUnread: markedUnread,
    unreadCount: chatReading.unread(owner.phone, chatId).length,
  };
}

/** Returns the end of a mute. The field is unsigned, so its largest safe value stands for a mute that never ends. */
function muteEnd(until: number): number {
  return until === -1 ? Number.MAX_SAFE_INTEGER : until;
}
