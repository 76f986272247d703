import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import type { Message } from "../../../../../core/contracts/message.ts";

/** Merges changed and new messages into a chat's messages. @param shown newest first, sorted by ID like the history. */
export function mergeMessages(shown: readonly Message[], live: readonly Message[]): Message[] {
  if (live.length === 0) return [...shown];
  const byId = new Map(shown.map((message) => [message.id, message]));
  for (const message of live) byId.set(message.id, newer(byId.get(message.id), message));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
}

const RANK: Record<Message["status"], number> = {
  scheduled: 0,
  queued: 1,
  sent: 2,
  failed: 3,
  delivered: 4,
  read: 5,
  received: 6,
};

/**
 * Returns the version with the more advanced status. Responses can arrive out of order, and a read message must not go
 * back to sent.
 */
function newer(before: Message | undefined, now: Message): Message {
  return before && RANK[before.status] > RANK[now.status] ? { ...now, status: before.status } : now;
}

/** The filters used to request a list of chats. */
export interface ChatFilter {
  instance: string | null;
  waiting: boolean;
  label: number | null;
  /** Whether the list is a search result. New chats are not added to search results. */
  isSearch: boolean;
  /** The id of the member whose chats the list shows. Null shows unassigned chats; undefined shows all chats. */
  assignee: string | null | undefined;
  /** Whether the list shows closed chats or open ones. Null shows both. */
  closed: boolean | null;
  snoozed: boolean | null;
  /** Whether there are further pages. If so, a chat older than the loaded ones belongs on one of them. */
  hasMore: boolean;
}

const keyOf = ({ instance_id, id }: Chat) => `${instance_id} ${id}`;

/**
 * Merges changed chats into a list that is sorted newest first. Listed chats are updated, or removed if they no longer
 * match. Other matching chats are added.
 */
export function mergeChats(shown: readonly Chat[], live: readonly Chat[], filter: ChatFilter): Chat[] {
  if (live.length === 0) return [...shown];
  const byKey = new Map(shown.map((chat) => [keyOf(chat), chat]));
  const oldest = filter.hasMore ? Math.min(...shown.map(timeOf)) : Number.NEGATIVE_INFINITY;
  for (const chat of live) {
    const isShown = byKey.has(keyOf(chat));
    if (!belongs(chat, filter)) byKey.delete(keyOf(chat));
    else if (isShown || (!filter.isSearch && timeOf(chat) >= oldest)) byKey.set(keyOf(chat), chat);
  }
  return [...byKey.values()].sort((one, other) => timeOf(other) - timeOf(one));
}

function belongs(chat: Chat, { instance, waiting, label, assignee, closed, snoozed }: ChatFilter): boolean {
  if (chat.last_message === null) return false;
  if (instance !== null && chat.instance_id !== instance) return false;
  if (waiting && !chat.waiting) return false;
  if (assignee !== undefined && (chat.assigned_to?.id ?? null) !== assignee) return false;
  if (closed !== null && (chat.closed_at !== null) !== closed) return false;
  if (snoozed !== null && (chat.snoozed_until !== null) !== snoozed) return false;
  return label === null || chat.labels.includes(label);
}

const timeOf = ({ updated_at }: Chat) => (updated_at === null ? 0 : new Date(updated_at).getTime());

/** Returns the IDs of the newest messages that need polling: those sent recently that don't have a final status yet. */
export function toWatch(shown: readonly Message[], most: number): string[] {
  return shown
    .filter(({ direction, status }) => direction === "out" && status !== "read" && status !== "failed")
    .slice(0, most)
    .map(({ id }) => id);
}

/** Returns the messages from the other side that arrived since the chat's messages were last fetched. */
export const newFrom = (shown: readonly Message[], live: readonly Message[]): Message[] => {
  const known = new Set(shown.map(({ id }) => id));
  return live.filter(({ id, direction }) => direction === "in" && !known.has(id));
};
