import { wireTime } from "../wire-time.ts";
import { isSnoozed } from "./after-team-change.ts";
import { type ChatFields, MUTED_FOR_EVER } from "./chat-fields.ts";
import { waits } from "./waits.ts";

/** A chat's state at a given time, computed from its fields. */
export interface ChatState {
  waiting: boolean;
  unread_count: number;
  /** When the mute ends, or null if the chat isn't muted or the mute has expired. */
  muted_until: "forever" | string | null;
  /** When the snooze ends, or null if the chat isn't snoozed or the snooze has expired. */
  snoozed_until: string | null;
  closed_at: string | null;
}

/** Computes a chat's state at `now`. Spec: chats, `waiting`, `unread_count`, `muted_until`. */
export function chatState(chat: ChatFields, now: Date): ChatState {
  const unread = Math.max(0, (chat.received ?? 0) - (chat.read_to ?? 0));
  return {
    waiting: waits(chat),
    unread_count: chat.marked_unread ? Math.max(1, unread) : unread,
    muted_until: mutedUntil(chat.muted_until_ms, now),
    snoozed_until: isSnoozed(chat, now) ? timeOf(chat.snoozed_ms) : null,
    closed_at: timeOf(chat.closed_ms),
  };
}

const timeOf = (ms: number | undefined) => (ms === undefined ? null : wireTime(new Date(ms)));

function mutedUntil(ms: number | undefined, now: Date): ChatState["muted_until"] {
  if (ms === MUTED_FOR_EVER) return "forever";
  return ms === undefined || ms <= now.getTime() ? null : wireTime(new Date(ms));
}
