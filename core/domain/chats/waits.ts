import type { ChatFields } from "./chat-fields.ts";

/** Whether the menu or the AI answers a chat, so that its person does not wait. */
export const isMachines = ({ handled_by }: Pick<ChatFields, "handled_by">): boolean =>
  handled_by === "menu" || handled_by === "ai";

/** Whether a chat's person waits for an answer. Spec: chats, `waiting`. */
export const waits = (chat: Pick<ChatFields, "handled_by" | "waiting_since_ms">): boolean =>
  chat.waiting_since_ms !== undefined && !isMachines(chat);
