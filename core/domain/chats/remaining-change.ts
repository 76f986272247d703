import type { PhoneChatChange } from "./asked-change.ts";
import { type ChatFields, MUTED_FOR_EVER } from "./chat-fields.ts";
import { chatState } from "./chat-state.ts";

/** Returns the part of a change that the chat does not have yet, because only that is sent to the network. */
export function remainingChange(chat: ChatFields, change: PhoneChatChange, now: Date): PhoneChatChange {
  const { archived, pinned, muted_until_ms, unread } = change;
  const isUnread = chatState(chat, now).unread_count > 0;
  return {
    ...(archived !== undefined && archived !== (chat.archived ?? false) && { archived }),
    ...(pinned !== undefined && pinned !== (chat.pinned_ms !== undefined) && { pinned }),
    ...(muted_until_ms !== undefined && muted_until_ms !== presentMute(chat, now) && { muted_until_ms }),
    // A chat with unread messages can be marked, too; the mark stays when they are read one by one.
    ...(unread !== undefined && (unread ? !chat.marked_unread : isUnread) && { unread }),
  };
}

/** An expired mute doesn't count. */
function presentMute({ muted_until_ms: until }: ChatFields, now: Date): number | null {
  return until === undefined || (until !== MUTED_FOR_EVER && until <= now.getTime()) ? null : until;
}
