import { queryOptions } from "@tanstack/react-query";
import type { ChangeChatBody, TypingState } from "../../../core/contracts/chats/change-chat.ts";
import type { Chat } from "../../../core/contracts/chats/chat.ts";
import { call } from "./call.ts";
import { ApiFailure } from "./client.ts";
import { type Key, keyOf, pagesOf } from "./query.ts";

const MINUTE = 60_000;

/** Filters for a list of chats. */
export interface ChatsRequest {
  instance: string | null;
  waiting: boolean;
  label: number | null;
  search: string;
  /** Whose chats to list: the user's own, or unassigned chats. Null means all chats. */
  who: Whose | null;
  /** Whether to list closed or open chats. Null means both. */
  closed: boolean | null;
  snoozed: boolean | null;
}

/** Whose chats a list shows: the user's own, or unassigned chats. */
export type Whose = "me" | "none";

/** The request parameters for a list of chats with these filters. */
export const chatsAsked = ({ instance, waiting, label, search, who, closed, snoozed }: ChatsRequest) => ({
  instance_id: instance,
  waiting: waiting ? 1 : null,
  label_id: label,
  search: search.trim(),
  assigned_to: who,
  closed: flag(closed),
  snoozed: flag(snoozed),
});

const flag = (given: boolean | null) => (given === null ? null : Number(given));
const given = (asked: number | null) => (asked === null ? null : asked === 1);

/**
 * The paginated query for chats, newest first. Live updates add new chats, and the whole list is refetched every
 * minute.
 */
export const chatsQuery = (request: ChatsRequest) =>
  pagesOf(
    "chats.list",
    { query: chatsAsked(request) },
    {
      // A search isn't refetched automatically, because each fetch scans the whole list.
      refetchInterval: request.search === "" ? MINUTE : false,
      refetchOnWindowFocus: request.search === "",
    },
  );

/**
 * Extracts the filters from the cache key of a chat list.
 * @param key the query's key.
 */
export function chatsRequestOf(key: Key): ChatsRequest {
  const asked = key[2] as ReturnType<typeof chatsAsked>; // chatsQuery creates the key
  const { instance_id, waiting, label_id, search, assigned_to, closed, snoozed } = asked;
  const team = { who: assigned_to, closed: given(closed), snoozed: given(snoozed) };
  return { instance: instance_id, waiting: waiting === 1, label: label_id, search, ...team };
}

/** The query for a single chat. Its data is null if the chat doesn't exist or no longer exists. */
export const chatQuery = (instance: string, chat: string) =>
  queryOptions({
    queryKey: keyOf("chats.get", { at: { id: instance, chat } }),
    queryFn: async ({ signal }): Promise<Chat | null> => {
      try {
        return await call("chats.get", { at: { id: instance, chat }, signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === "chat_not_found") return null;
        throw error;
      }
    },
    refetchInterval: MINUTE,
  });

/**
 * Finds the chat for a phone number. @param phone digits. @throws ApiFailure with `errors.phone` if no such number can
 * exist.
 */
export const findNewChat = (instance: string, phone: string) =>
  call("panel.new_chat", { at: { id: instance }, query: { phone } });

/** Changes a chat, including on the phone. */
export const changeChat = (instance: string, chat: string, body: ChangeChatBody) =>
  call("chats.change", { at: { id: instance, chat }, body });

/** Replaces all of a chat's labels. */
export const setLabels = (instance: string, chat: string, label_ids: readonly number[]) =>
  call("chats.set_labels", { at: { id: instance, chat }, body: { label_ids } });

/** Marks all messages of a chat as read. Their senders can see this. */
export const readChat = (instance: string, chat: string) => call("chats.read", { at: { id: instance, chat } });

/** Shows a typing indicator to the person in the chat. */
export const showTyping = (instance: string, chat: string, state: TypingState) =>
  call("chats.typing", { at: { id: instance, chat }, body: { state } });

/** Shows colleagues with the same chat open that the user is typing an answer. */
export const showAnswering = (instance_id: string, chat_id: string) =>
  call("panel.answering", { body: { instance_id, chat_id } });
