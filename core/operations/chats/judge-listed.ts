import { isSnoozed } from "../../domain/chats/after-team-change.ts";
import type { ChatFields } from "../../domain/chats/chat-fields.ts";
import { waits } from "../../domain/chats/waits.ts";
import type { StoredChat } from "../../records/chats/stored-chat.ts";
import type { ChatChoice, TeamChoice } from "./find-chosen-chats.ts";

/** Whether a chat is listed: it has a message, hasn't been deleted since that message, and matches the filter. */
export function isListed(chat: StoredChat, { waiting, label_id, team }: ChatChoice): boolean {
  const { last_ms, hidden_ms, labels } = chat.record;
  if (last_ms === undefined || hidden_ms !== undefined) return false;
  if (chat.type === "person" && chat.record.merged_into !== undefined) return false;
  if (label_id !== null && labels?.includes(label_id) !== true) return false;
  if (team && !isTeams(chat.record, team)) return false;
  return waiting === null || isWaiting(chat) === waiting;
}

function isTeams(record: ChatFields, { assignee, closed, snoozed, now }: TeamChoice): boolean {
  if (assignee !== undefined && (record.assignee ?? null) !== assignee) return false;
  if (closed !== undefined && (record.closed_ms !== undefined) !== closed) return false;
  return snoozed === undefined || isSnoozed(record, now) === snoozed;
}

/** Whether a person in the chat is waiting for an answer. Always false for groups and channels. */
const isWaiting = ({ type, record }: StoredChat): boolean => type === "person" && waits(record);

/** Compares two chats for lists, by the time of the last message and then by that message's id. */
export function newestFirst(a: StoredChat, b: StoredChat): number {
  const [x, y] = [a.record, b.record];
  if (x.last_ms !== y.last_ms) return (y.last_ms ?? 0) - (x.last_ms ?? 0);
  return (x.last_id ?? "") > (y.last_id ?? "") ? -1 : 1;
}
