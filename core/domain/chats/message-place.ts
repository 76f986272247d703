import type { MessageId } from "../../contracts/ids.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A message's position in its chat: its id, and when it was written or sent, in epoch ms. */
export interface MessagePlace {
  id: MessageId;
  ms: number;
}

/**
 * Returns when a received message was written, to the millisecond. The network reports times only in whole seconds. A
 * message from the current second is treated as written now, and an earlier message as written at the end of its
 * second, so messages from the same second stay in order of arrival. A time in the future is replaced by the current
 * time.
 */
export const writtenMs = (writtenAt: Date, now: Date): number =>
  Math.min(now.getTime(), endOfSecond(writtenAt.getTime()));

/** Returns the last millisecond of the second that `ms` falls in, in epoch ms. */
export const endOfSecond = (ms: number): number => Math.floor(ms / 1000) * 1000 + 999;

/** Whether a message is later than the chat's last message. If their times are equal, the later id wins. */
export function isLast({ last_id, last_ms }: ChatFields, { id, ms }: MessagePlace): boolean {
  if (last_ms === undefined || ms > last_ms) return true;
  return ms === last_ms && (last_id === undefined || id > last_id);
}
