import { afterReading } from "./after-reading.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * Returns the change to a chat that is marked as unread or read. Marking it as read marks all its messages as read.
 * Spec: PATCH of a chat, `unread`.
 */
export function afterMark(chat: ChatFields, isUnread: boolean): ChatChange {
  if (isUnread) return { set: chat.marked_unread ? {} : { marked_unread: true }, remove: [] };
  const { set } = afterReading(chat, chat.received ?? 0);
  return { set, remove: chat.marked_unread === undefined ? [] : ["marked_unread"] };
}
