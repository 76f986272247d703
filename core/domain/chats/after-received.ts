import { backAmongOpen, beginsCase } from "./after-team-change.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";
import { isLast, type MessagePlace } from "./message-place.ts";
import { shownAgain } from "./shown-again.ts";
import { isMachines } from "./waits.ts";

/** A received message, reduced to the fields that affect its chat. */
export interface ReceivedMessage extends MessagePlace {
  /** Whether the message is in a chat with a person. In groups and channels, nobody counts as waiting. */
  isPersons: boolean;
  /** Whether an incoming message unarchives the chat on the phone. */
  unarchives: boolean;
}

/**
 * Returns the change to a chat after a received message: the unread count increases by one, and the person starts
 * waiting unless the menu or the AI is answering. The message's own number is `set.received`. Spec: chats,
 * `unread_count`, `waiting`, `archived`.
 */
export function afterReceived(chat: ChatFields, message: ReceivedMessage): ChatChange & { set: { received: number } } {
  const { set, remove } = shownAgain(chat, message);
  const begins = message.isPersons && chat.waiting_since_ms === undefined && !isMachines(chat);
  // The write is conditional on the old value, because the phone may archive the chat at the same moment.
  if (message.unarchives) remove.push("archived");
  remove.push(...backAmongOpen(chat));
  return {
    set: {
      ...set,
      received: (chat.received ?? 0) + 1,
      ...(isLast(chat, message) && { last_id: message.id, last_ms: message.ms }),
      ...(begins && { waiting_since_ms: message.ms }),
      ...(message.isPersons && beginsCase(chat) && { case_ms: message.ms }),
    },
    remove,
  };
}
