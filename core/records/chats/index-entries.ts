import type { InstanceId } from "../../contracts/ids.ts";
import { waits } from "../../domain/chats/waits.ts";
import { type ChatFields, listEntry, waitingEntry } from "./chat-fields.ts";

/** The fields that determine where a chat's record appears in the lists. */
export const LIST_FIELDS = ["gsi2pk", "gsi2sk", "gsi3pk", "gsi3sk"];

/** The index fields of a chat's record to set, and those to remove. */
export interface IndexEntries {
  set: Record<string, string>;
  remove: string[];
}

/**
 * Returns a chat's places in its instance's lists: in the list of all chats if it has a time and wasn't deleted, and in
 * the list of waiting chats unless the menu or the AI is answering. Entries that stay in place cost nothing.
 * @param key the key of the chat's record.
 */
export function indexEntries(instance: InstanceId, key: string, chat: ChatFields): IndexEntries {
  const { last_id, last_ms, waiting_since_ms: since, hidden_ms } = chat;
  const isListed = hidden_ms === undefined && last_ms !== undefined;
  const isWaiting = hidden_ms === undefined && since !== undefined && waits(chat);
  return {
    set: {
      ...(isListed && listEntry(instance, last_ms, last_id ?? key, chat)),
      ...(isWaiting && waitingEntry(instance, since, key)),
    },
    remove: [...(isListed ? [] : ["gsi2pk", "gsi2sk"]), ...(isWaiting ? [] : ["gsi3pk", "gsi3sk"])],
  };
}
