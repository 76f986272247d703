import { afterReading } from "./after-reading.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatDeed } from "./chat-deed.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * Of a mark "read" that does not say how far it reaches, what came shortly before may have come after it, and waits for
 * the phone's own receipt. Our number: docs/decisions/0074.
 */
export const MARK_LEAVES_MS = 10_000;

/** Fields of a chat that go when it is deleted: what it shows, and that its person waits. */
const SHOWN = ["marked_unread", "archived", "pinned_ms", "waiting_since_ms"] as const;

/** The change of a chat by what was done to it on the phone. @param at when it is handled. Spec: chats. */
export function afterDeed(chat: ChatFields, deed: ChatDeed, at: Date): ChatChange {
  switch (deed.kind) {
    case "archive":
      return deed.archived ? { set: { archived: true }, remove: [] } : { set: {}, remove: ["archived"] };
    case "pin":
      return deed.at_ms === null ? { set: {}, remove: ["pinned_ms"] } : { set: { pinned_ms: deed.at_ms }, remove: [] };
    case "mute":
      return deed.until_ms === null
        ? { set: {}, remove: ["muted_until_ms"] }
        : { set: { muted_until_ms: deed.until_ms }, remove: [] };
    case "mark": {
      if (deed.unread) return { set: { marked_unread: true }, remove: [] };
      const reachesMs = deed.up_to_ms ?? at.getTime() - MARK_LEAVES_MS;
      return { set: (chat.last_ms ?? 0) <= reachesMs ? readAll(chat) : {}, remove: ["marked_unread"] };
    }
    case "delete":
      return afterDeletion(chat, deed.up_to_ms ?? null, at);
  }
}

/** A deletion that is told of again changes nothing: what came after it stays. */
function afterDeletion(chat: ChatFields, upToMs: number | null, at: Date): ChatChange {
  const isKnown = chat.hidden_ms !== undefined || (upToMs !== null && (chat.cleared_ms ?? 0) >= upToMs);
  if (isKnown) return { set: {}, remove: [] };
  // A later message has brought it back already.
  if (upToMs !== null && (chat.last_ms ?? 0) > upToMs)
    return { set: { cleared_ms: upToMs }, remove: ["archived", "pinned_ms"] };
  return { set: { hidden_ms: at.getTime(), ...readAll(chat) }, remove: [...SHOWN] };
}

const readAll = (chat: ChatFields) => afterReading(chat, chat.received ?? 0).set;
