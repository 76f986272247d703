import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A message in a deleted chat brings the chat back, without what it held before. */
export const shownAgain = ({ hidden_ms }: ChatFields): ChatChange =>
  hidden_ms === undefined ? { set: {}, remove: [] } : { set: { cleared_ms: hidden_ms }, remove: ["hidden_ms"] };
