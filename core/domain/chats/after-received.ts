import { backAmongOpen, beginsCase } from "./after-team-change.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";
import { isLast, type MessagePlace } from "./message-place.ts";
import { shownAgain } from "./shown-again.ts";
import { isMachines } from "./waits.ts";

/** A received message, with the fields that matter to its chat. */
export interface ReceivedMessage extends MessagePlace {
  /** Whether it is in a person's chat; in groups and channels nobody waits. */
  isPersons: boolean;
  /** Whether the phone takes chats out of the archive when a message arrives. */
  unarchives: boolean;
}

/**
 * Returns the change to a chat after a received message: one more is unread, and its person waits unless the menu or
 * the AI answers. The message's own number is `set.received`. Spec: chats, `unread_count`, `waiting`, `archived`.
 */
export function afterReceived(chat: ChatFields, message: ReceivedMessage): ChatChange & { set: { received: number } } {
  const { set, remove } = shownAgain(chat, message);
  const begins = message.isPersons && chat.waiting_since_ms === undefined && !isMachines(chat);
  // The write requires the value that was read, because the phone may archive the chat at this moment.
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
