import type { MessageId } from "../../contracts/ids.ts";
import type { ChatFields } from "./chat-fields.ts";

/** A message's place in its chat: its id, and when it was written or sent, epoch ms. */
export interface MessagePlace {
  id: MessageId;
  ms: number;
}

/**
 * When a received message was written, to the millisecond: the network gives only the second, so one of this second was
 * written by now, and an earlier one by the end of its second. Messages of one second then keep their order of arrival.
 * A time in the future is now.
 */
export const writtenMs = (writtenAt: Date, now: Date): number =>
  Math.min(now.getTime(), Math.floor(writtenAt.getTime() / 1000) * 1000 + 999);

/** Whether a message comes after the chat's last one; of two at the same instant, the one with the later id does. */
export function isLast({ last_id, last_ms }: ChatFields, { id, ms }: MessagePlace): boolean {
  if (last_ms === undefined || ms > last_ms) return true;
  return ms === last_ms && (last_id === undefined || id > last_id);
}
