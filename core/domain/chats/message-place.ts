import type { MessageId } from "../../contracts/ids.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A message's position in its chat: its id, and when it was written or sent, epoch ms. */
export interface MessagePlace {
  id: MessageId;
  ms: number;
}

/**
 * Returns when a received message was written, to the millisecond. The network reports only the second, so a message
 * from the current second counts as written now, and an earlier message at the end of its second. This way, messages
 * from the same second keep the order in which they arrived. A time in the future is replaced by now.
 */
export const writtenMs = (writtenAt: Date, now: Date): number =>
  Math.min(now.getTime(), Math.floor(writtenAt.getTime() / 1000) * 1000 + 999);

/**
 * Whether a message is later than the chat's last message. If both have the same time, the one with the later id is
 * later.
 */
export function isLast({ last_id, last_ms }: ChatFields, { id, ms }: MessagePlace): boolean {
  if (last_ms === undefined || ms > last_ms) return true;
  return ms === last_ms && (last_id === undefined || id > last_id);
}
