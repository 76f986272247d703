import type { PhoneChatChange } from "./asked-change.ts";
import { type ChatFields, MUTED_FOR_EVER } from "./chat-fields.ts";
import { chatState } from "./chat-state.ts";

/** Returns the part of a change that isn't in effect in the chat yet. Only this part is sent to the network. */
export function remainingChange(chat: ChatFields, change: PhoneChatChange, now: Date): PhoneChatChange {
  const { archived, pinned, muted_until_ms, unread } = change;
  const isUnread = chatState(chat, now).unread_count > 0;
  return {
    ...(archived !== undefined && archived !== (chat.archived ?? false) && { archived }),
    ...(pinned !== undefined && pinned !== (chat.pinned_ms !== undefined) && { pinned }),
    ...(muted_until_ms !== undefined && muted_until_ms !== presentMute(chat, now) && { muted_until_ms }),
    // A chat with unread messages can also be marked as unread. The mark remains while the messages are read one by
    // one.
    ...(unread !== undefined && (unread ? !chat.marked_unread : isUnread) && { unread }),
  };
}

/** Returns when the current mute ends, or null if the chat isn't muted or the mute has expired. */
function presentMute({ muted_until_ms: until }: ChatFields, now: Date): number | null {
  return until === undefined || (until !== MUTED_FOR_EVER && until <= now.getTime()) ? null : until;
}
