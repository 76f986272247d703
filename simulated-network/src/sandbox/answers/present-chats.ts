import type { Person } from "../../store/people-table.ts";
import type { PhoneChat } from "../../store/settings/phone-chats-table.ts";
import type { Transaction } from "../../store/transactions.ts";
import { labelNumber } from "./label-number.ts";

/**
 * Returns the chats that a phone shows: those with messages, and those that its owner archived, pinned, muted or marked
 * as unread.
 */
export function presentChats(transaction: Transaction, owner: Person) {
  const { messages, phoneChats, chatReading } = transaction.store;
  const arranged = phoneChats.of(owner.phone).filter(isArranged);
  const ids = new Set([...messages.chatsOf(owner.phone), ...arranged.map(({ chatId }) => chatId)]);
  return [...ids]
    .filter((id) => !chatReading.isGone(owner.phone, id))
    .sort()
    .map((id) => presentChat(transaction, owner, id));
}

/**
 * Converts a chat to the sandbox API's format. `muted_until` is null, "forever" or a time, and reverts to null once
 * that time has passed.
 */
export function presentChat(transaction: Transaction, owner: Person, chatId: string) {
  const { archived, pinnedAt, mutedUntil, markedUnread } = transaction.store.phoneChats.find(owner.phone, chatId);
  return {
    chat_id: chatId,
    archived,
    pinned: pinnedAt !== null,
    muted_until: presentMute(mutedUntil, transaction.now),
    unread: markedUnread || transaction.store.chatReading.unread(owner.phone, chatId).length > 0,
    labels: transaction.store.phoneLabels.ofChat(owner.phone, chatId).map(labelNumber),
  };
}

function presentMute(until: number | null, now: Date): string | null {
  if (until === -1) return "forever";
  return until === null || until <= now.getTime() ? null : new Date(until).toISOString().replace(/\.\d+Z$/, "+00:00");
}

function isArranged({ archived, pinnedAt, mutedUntil, markedUnread }: PhoneChat): boolean {
  return archived || markedUnread || pinnedAt !== null || mutedUntil !== null;
}
