import type { ChatFields } from "./chat-fields.ts";

/** A change of a chat's fields: their new values, and the removed ones. */
export interface ChatChange {
  set: Partial<ChatFields>;
  remove: (keyof ChatFields)[];
}

/** The chat after a change. */
export function changedChat<T extends ChatFields>(chat: T, { set, remove }: ChatChange): T {
  const after = { ...chat, ...set };
  for (const field of remove) delete after[field];
  return after;
}
