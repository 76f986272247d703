import type { ChatFields } from "./chat-fields.ts";

/** A change to a chat's fields: the new values, and the fields to remove. */
export interface ChatChange {
  set: Partial<ChatFields>;
  remove: (keyof ChatFields)[];
}

/** Applies a change to a chat. */
export function changedChat<T extends ChatFields>(chat: T, { set, remove }: ChatChange): T {
  const after = { ...chat, ...set };
  for (const field of remove) delete after[field];
  return after;
}
