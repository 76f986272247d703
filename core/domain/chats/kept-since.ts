import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * Returns the time from which a chat shows messages: 30 days ago or, if later, right after the chat was last deleted or
 * cleared.
 */
export function keptSince({ hidden_ms = 0, cleared_ms = 0 }: ChatFields, now: Date): Date {
  const kept = now.getTime() - LIMITS.retentionDays * DAY_MS;
  return new Date(Math.max(kept, hidden_ms + 1, cleared_ms + 1));
}
