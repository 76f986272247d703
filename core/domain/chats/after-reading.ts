import type { ChatChange } from "./chat-change.ts";
import type { ChatFields } from "./chat-fields.ts";

/**
 * Returns the change to a chat that was read up to a received message. Messages already read stay read, and a manual
 * unread mark remains.
 * @param upTo the message's number among the received messages. Pass the chat's `received` to include all of them.
 */
export function afterReading({ received = 0, read_to = 0 }: ChatFields, upTo: number): ChatChange {
  const readTo = Math.min(upTo, received);
  return { set: readTo > read_to ? { read_to: readTo } : {}, remove: [] };
}
