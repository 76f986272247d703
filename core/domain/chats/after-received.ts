import { backAmongOpen } from "./after-team-change.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";
import { isLast, type MessagePlace } from "./message-place.ts";
import { shownAgain } from "./shown-again.ts";
import { isMachines } from "./waits.ts";

/** A received message, as its chat sees it. */
export interface ReceivedMessage extends MessagePlace {
  /** It is in a person's own chat; in groups and channels nobody waits. */
  isPersons: boolean;
  /** The phone takes chats out of the archive when a message is sent. */
  unarchives: boolean;
}

/**
 * Returns the change to a chat after a received message: one more is unread, and its person waits unless the menu or
 * the AI answers. The message's own number is `set.received`. Spec: chats, `unread_count`, `waiting`, `archived`.
 */
export function afterReceived(chat: ChatFields, message: ReceivedMessage): ChatChange & { set: { received: number } } {
  const { set, remove } = shownAgain(chat, message);
  const begins = message.isPersons && chat.waiting_since_ms === undefined && !isMachines(chat);
  // Conditional on the value read, because the phone may archive the chat at this moment.
  if (message.unarchives) remove.push("archived");
  remove.push(...backAmongOpen(chat));
  return {
    set: {
      ...set,
      received: (chat.received ?? 0) + 1,
      ...(isLast(chat, message) && { last_id: message.id, last_ms: message.ms }),
      ...(begins && { waiting_since_ms: message.ms }),
    },
    remove,
  };
}
