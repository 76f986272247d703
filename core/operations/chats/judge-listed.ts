import type { StoredChat } from "../../records/chats/stored-chat.ts";
import type { ChatChoice } from "./find-chosen-chats.ts";

/** Whether a chat is in the list: it has had a message, was not deleted since, and is what is asked for. */
export function isListed(chat: StoredChat, { waiting, label_id }: ChatChoice): boolean {
  const { last_ms, hidden_ms, labels } = chat.record;
  if (last_ms === undefined || hidden_ms !== undefined) return false;
  if (chat.type === "person" && chat.record.merged_into !== undefined) return false;
  if (label_id !== null && labels?.includes(label_id) !== true) return false;
  return waiting === null || waits(chat) === waiting;
}

/** Whether the chat's person waits for an answer: one that a machine answers waits for nobody. */
const waits = ({ type, record: { waiting_since_ms, handled_by } }: StoredChat): boolean =>
  type === "person" && waiting_since_ms !== undefined && handled_by !== "ai" && handled_by !== "menu";

/** The order of lists: by the last message's time, then by its id. */
export function newestFirst(a: StoredChat, b: StoredChat): number {
  const [x, y] = [a.record, b.record];
  if (x.last_ms !== y.last_ms) return (y.last_ms ?? 0) - (x.last_ms ?? 0);
  return (x.last_id ?? "") > (y.last_id ?? "") ? -1 : 1;
}
