import { idMadeMs } from "../ulid-bound.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * Makes a deleted chat visible again when a message arrives, but without its earlier content. A message that was in
 * flight during the deletion and therefore has an earlier id is shown as well, because it was counted.
 */
export function shownAgain({ hidden_ms }: ChatFields, { id }: { id: string }): ChatChange {
  if (hidden_ms === undefined) return { set: {}, remove: [] };
  return { set: { cleared_ms: Math.min(hidden_ms, (idMadeMs(id) ?? hidden_ms + 1) - 1) }, remove: ["hidden_ms"] };
}
