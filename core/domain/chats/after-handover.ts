import type { ChatChange } from "./chat-change.ts";
import type { ChatFields, HandledBy } from "./chat-fields.ts";

/**
 * Returns the change to a chat that another side answers from now on. While the menu or the AI does, nobody waits; once
 * neither does, a person with the last message starts to wait. Spec: chats, `handled_by`, `waiting`.
 * @param by null if nobody took it. @param isTheirsLast the chat is a person's, and its last message is from the
 * person.
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
