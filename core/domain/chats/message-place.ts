import type { MessageId } from "../../contracts/ids.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A message's place in its chat: its id, and when it was written or sent, epoch ms. */
export interface MessagePlace {
  id: MessageId;
  ms: number;
}

/**
 * Returns when a received message was written, to the millisecond. The network names only the second, so a message from
 * the current second counts as written now, and an earlier one at the end of its second. That way messages from one
 * second keep the order in which they arrived. A time in the future becomes now.
 */
export const writtenMs = (writtenAt: Date, now: Date): number =>
  Math.min(now.getTime(), Math.floor(writtenAt.getTime() / 1000) * 1000 + 999);

/** Whether a message is later than the chat's last one; at the same instant, the later id wins. */
export function isLast({ last_id, last_ms }: ChatFields, { id, ms }: MessagePlace): boolean {
  if (last_ms === undefined || ms > last_ms) return true;
  return ms === last_ms && (last_id === undefined || id > last_id);
}
