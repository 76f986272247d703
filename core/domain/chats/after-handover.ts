import type { ChatChange } from "./chat-change.ts";
import type { ChatFields, HandledBy } from "./chat-fields.ts";

/**
 * Returns the change to a chat that is handed to another side. While the menu or the AI is answering a chat, the person
 * in it doesn't count as waiting. When the menu or the AI stops answering, the person starts waiting if they wrote the
 * last message. Spec: chats, `handled_by`, `waiting`.
 * @param by null if no side is handling the chat. @param isTheirsLast whether the chat is with a person who wrote its
 * last message.
 */
export function afterHandover(chat: ChatFields, by: HandledBy | null, isTheirsLast: boolean): ChatChange {
  const waits = chat.waiting_since_ms === undefined && isMachine(chat.handled_by) && !isMachine(by) && isTheirsLast;
  const begins = waits && chat.hidden_ms === undefined && chat.last_ms !== undefined;
  return {
    set: { ...(by !== null && { handled_by: by }), ...(begins && { waiting_since_ms: chat.last_ms }) },
    remove: by === null && chat.handled_by !== undefined ? ["handled_by"] : [],
  };
}

const isMachine = (by: HandledBy | null | undefined): boolean => by === "ai" || by === "menu";
