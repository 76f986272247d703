import { afterReading } from "./after-reading.ts";
import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";
import type { ChangeReach, MirroredChange } from "./mirrored-change.ts";

/** A chat's fields. For a chat with a person, they include the network's id for that person's last message. */
type ChatBefore = ChatFields & { last_in_id?: string };

/**
 * If the phone marks a chat as read without specifying how far it was read, messages newer than this stay unread,
 * because they may have arrived after the mark. The phone sends its own receipts for them later. Rationale:
 * docs/decisions/0074.
 */
export const MARK_LEAVES_MS = 10_000;

/** The fields removed when a chat is deleted: its visible marks, and when the person started waiting. */
const SHOWN = ["marked_unread", "archived", "pinned_ms", "waiting_since_ms"] as const;

/** Returns the change to a chat after an action on the phone. @param at when the action is processed. Spec: chats. */
export function afterMirroredChange(chat: ChatBefore, mirrored: MirroredChange, at: Date): ChatChange {
  switch (mirrored.kind) {
    case "archive":
      return mirrored.archived ? { set: { archived: true }, remove: [] } : { set: {}, remove: ["archived"] };
    case "pin":
      return mirrored.at_ms === null
        ? { set: {}, remove: ["pinned_ms"] }
        : { set: { pinned_ms: mirrored.at_ms }, remove: [] };
    case "mute":
      return mirrored.until_ms === null
        ? { set: {}, remove: ["muted_until_ms"] }
        : { set: { muted_until_ms: mirrored.until_ms }, remove: [] };
    case "mark": {
      if (mirrored.unread) return { set: { marked_unread: true }, remove: [] };
      const reach = mirrored.up_to_ms === undefined ? { up_to_ms: at.getTime() - MARK_LEAVES_MS } : mirrored;
      return { set: hasLater(chat, reach) ? {} : readAll(chat), remove: ["marked_unread"] };
    }
    case "delete":
      return afterDeletion(chat, mirrored, at);
  }
}

/**
 * Returns the change to a chat that was deleted. Applying a deletion again changes nothing, so messages received since
 * then remain.
 */
function afterDeletion(chat: ChatBefore, reach: ChangeReach, at: Date): ChatChange {
  if (chat.hidden_ms !== undefined) return { set: {}, remove: [] };
  if (!hasLater(chat, reach)) return { set: { hidden_ms: at.getTime(), ...readAll(chat) }, remove: [...SHOWN] };
  // A later message has already made the chat visible again.
  const clearedMs = Math.min(reach.up_to_ms ?? 0, (chat.last_ms ?? 0) - 1);
  if ((chat.cleared_ms ?? 0) >= clearedMs) return { set: {}, remove: [] };
  return { set: { cleared_ms: clearedMs }, remove: ["archived", "pinned_ms"] };
}

/** The numbers of the chat's known received messages. */
export interface ClearedNumbers {
  deleted: readonly number[];
  left: readonly number[];
}

/**
 * Returns the change to a chat after its messages up to some point were deleted. The deleted messages no longer count
 * as unread. A message that has just arrived may not be known yet, so everything after the last deleted message stays
 * unread.
 * @param known null if no message is known.
 */
export function afterClearing(chat: ChatFields, known: ClearedNumbers | null): ChatChange {
  if (known === null) return { set: {}, remove: [] };
  const { deleted, left } = known;
  const ends = [...(deleted.length > 0 ? [Math.max(...deleted)] : []), ...left.map((nth) => nth - 1)];
  return afterReading(chat, Math.min(chat.received ?? 0, ...ends));
}

/** Whether the chat has a message after the range that the action covers. */
function hasLater({ last_ms = 0, last_in_id }: ChatBefore, { up_to_ms, up_to_id }: ChangeReach): boolean {
  if (up_to_ms === undefined || last_ms > up_to_ms) return up_to_ms !== undefined;
  const isSameSecond = Math.floor(last_ms / 1000) === Math.floor(up_to_ms / 1000);
  return isSameSecond && up_to_id !== undefined && last_in_id !== undefined && last_in_id !== up_to_id;
}

const readAll = (chat: ChatFields) => afterReading(chat, chat.received ?? 0).set;
