import type { ChatFields } from "./chat-fields.ts";

/** Whether the menu or the AI is answering a chat, so its person doesn't count as waiting. */
export const isMachines = ({ handled_by }: Pick<ChatFields, "handled_by">): boolean =>
  handled_by === "menu" || handled_by === "ai";

/** Whether a chat's person is waiting for an answer. Spec: chats, `waiting`. */
export const waits = (chat: Pick<ChatFields, "handled_by" | "waiting_since_ms">): boolean =>
  chat.waiting_since_ms !== undefined && !isMachines(chat);

/**
 * Returns how long a person had been waiting when a change ended the wait, ms; null if it didn't end a wait. @param at
 * the time of the answer.
 */
export function waitEnded(
  before: Pick<ChatFields, "waiting_since_ms"> | null,
  { remove }: { remove: readonly string[] },
  at: Date,
): number | null {
  const since = before?.waiting_since_ms;
  return since === undefined || !remove.includes("waiting_since_ms") ? null : Math.max(0, at.getTime() - since);
}
