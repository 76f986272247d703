import type { ChatFields } from "./chat-fields.ts";

/** Whether the menu or the AI is handling the chat. While one of them is, the person doesn't count as waiting. */
export const isMachines = ({ handled_by }: Pick<ChatFields, "handled_by">): boolean =>
  handled_by === "menu" || handled_by === "ai";

/** Whether the person in a chat is waiting for an answer. Spec: chats, `waiting`. */
export const waits = (chat: Pick<ChatFields, "handled_by" | "waiting_since_ms">): boolean =>
  chat.waiting_since_ms !== undefined && !isMachines(chat);

/**
 * Returns how long a person had been waiting when a change ended the wait, in ms, or null if it didn't end a wait. A
 * change that moves the start of the wait ended one wait after the next one had already begun. @param at the time of
 * the answer.
 */
export function waitEnded(
  before: Pick<ChatFields, "waiting_since_ms"> | null,
  { set, remove }: { set: { waiting_since_ms?: unknown }; remove: readonly string[] },
  at: Date,
): number | null {
  const since = before?.waiting_since_ms;
  const isEnded = remove.includes("waiting_since_ms") || set.waiting_since_ms !== undefined;
  return since === undefined || !isEnded ? null : Math.max(0, at.getTime() - since);
}
