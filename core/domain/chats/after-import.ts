import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";
import { isLast, type MessagePlace } from "./message-place.ts";
import { shortName } from "./short-name.ts";
import { isMachines } from "./waits.ts";

/** A chat as it appears in the phone's history. Times are in epoch ms. */
export interface ImportedChat {
  /** The id that the phone uses for the chat. */
  phone_chat_id: string;
  /** A person's saved name, or a group's subject. */
  name: string | null;
  /** The chat's last stored message, or null if none is stored. */
  last: MessagePlace | null;
  /** When the phone last moved the chat in its list, or null if not reported. */
  conversation_ms: number | null;
  /** The number of unread messages in the chat, excluding any written since the number was linked. */
  unread: number;
  marked_unread: boolean;
  archived: boolean;
  pinned_ms: number | null;
  muted_until_ms: number | null;
  /**
   * When the person wrote their first unanswered message within the day before the number was linked, or null if they
   * aren't waiting.
   */
  waiting_since_ms: number | null;
}

/**
 * Returns the change to a chat from the phone's history. It never replaces newer values, so values set by the phone's
 * settings, a message or a request are preserved. Applying the same part of the history again changes nothing.
 * docs/decisions/0075.
 */
export function afterImport(chat: ChatFields, imported: ImportedChat): ChatChange {
  const name = chat.name === undefined ? shortName(imported.name) : null;
  return {
    set: {
      ...(name !== null && { name }),
      ...(chat.hidden_ms === undefined && { ...place(chat, imported), ...wait(chat, imported) }),
      // If a message has been received or read in the meantime, the stored count is newer than the history's.
      ...(chat.read_to === undefined && { ...unread(chat, imported), read_to: 0 }),
      ...(chat.phone_chat_id === undefined && { ...marks(chat, imported), phone_chat_id: imported.phone_chat_id }),
    },
    remove: [],
  };
}

/**
 * Returns the chat's place in the list: the time of its last stored message, or the phone's own time if there is no
 * such message. A chat's place only ever moves forward.
 */
function place(chat: ChatFields, { last, conversation_ms }: ImportedChat): Partial<ChatFields> {
  if (last && isLast(chat, last)) return { last_id: last.id, last_ms: last.ms };
  if (last && chat.last_id === undefined) return { last_id: last.id };
  if (last || chat.last_id !== undefined || conversation_ms === null) return {};
  return chat.last_ms === undefined || chat.last_ms < conversation_ms ? { last_ms: conversation_ms } : {};
}

function wait(chat: ChatFields, { last, waiting_since_ms }: ImportedChat): Partial<ChatFields> {
  if (waiting_since_ms === null || !last || !isLast(chat, last)) return {};
  return chat.waiting_since_ms === undefined && !isMachines(chat) ? { waiting_since_ms } : {};
}

function unread(chat: ChatFields, imported: ImportedChat): Partial<ChatFields> {
  const received = Math.max(chat.received ?? 0, imported.unread);
  return {
    ...(received > 0 && received !== chat.received && { received }),
    ...(imported.marked_unread && chat.marked_unread === undefined && { marked_unread: true }),
  };
}

/** Returns the marks from the phone's history, except those already set by the phone's settings. */
function marks(chat: ChatFields, { archived, pinned_ms, muted_until_ms }: ImportedChat): Partial<ChatFields> {
  return {
    ...(archived && chat.archived === undefined && { archived }),
    ...(pinned_ms !== null && chat.pinned_ms === undefined && { pinned_ms }),
    ...(muted_until_ms !== null && chat.muted_until_ms === undefined && { muted_until_ms }),
  };
}
