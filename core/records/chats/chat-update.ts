import { type ChatChange, changedChat } from "../../domain/chats/chat-change.ts";
import type { ChatFields } from "../../domain/chats/chat-fields.ts";
import type { Claim, Key } from "../../store/table.ts";
import { asRead } from "../as-read.ts";
import type { ChatAsRead } from "./chat-as-read.ts";
import { indexEntries } from "./index-entries.ts";
import { chatItem } from "./stored-chat.ts";

/** The fields that the rules for chats depend on. */
const DECIDING = [
  "last_id",
  "last_ms",
  "received",
  "waiting_since_ms",
  "handled_by",
  "hidden_ms",
  "assignee",
  "closed_ms",
  "snoozed_ms",
] as const satisfies (keyof ChatFields)[];

const EXISTS: Claim = { item: "exists" };

/** A change to a chat's record. */
export interface ChatUpdate {
  update: Key;
  set: Record<string, unknown>;
  remove: string[];
  if: Claim[];
}

/**
 * Builds the change to a chat as it was read, including its list entries. The change is refused if any field used by
 * the rules has changed, or if the chat's person was merged into another person or erased.
 */
export function chatUpdate(chat: ChatAsRead, change: ChatChange): ChatUpdate {
  const { instance_id: instance, key, record } = chat;
  const entries = indexEntries(instance, key, changedChat(record ?? {}, change));
  // Once read, messages never become unread again, even if several readers race. For a received message, it doesn't
  // matter how far anyone has read.
  const deciding = "read_to" in change.set ? [...DECIDING, "read_to" as const] : DECIDING;
  return {
    update: chatItem(instance, chat),
    set: { ...change.set, ...entries.set },
    remove: [...change.remove, ...entries.remove],
    if: [...asRead(record, deciding), { field: "merged_into", is: "missing" }, ...(record ? [EXISTS] : [])],
  };
}

/** Whether a change writes anything. */
export const isChange = ({ set, remove }: ChatChange): boolean => Object.keys(set).length + remove.length > 0;
