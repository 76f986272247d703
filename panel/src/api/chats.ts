import { queryOptions } from "@tanstack/react-query";
import type { ChangeChatBody, TypingState } from "../../../core/contracts/chats/change-chat.ts";
import type { Chat } from "../../../core/contracts/chats/chat.ts";
import { call } from "./call.ts";
import { ApiFailure } from "./client.ts";
import { type Key, keyOf, pagesOf } from "./query.ts";

const MINUTE = 60_000;

/** The filters with which a list of chats is asked for. */
export interface ChatsRequest {
  instance: string | null;
  waiting: boolean;
  label: number | null;
  search: string;
}

const chatsAsked = ({ instance, waiting, label, search }: ChatsRequest) => ({
  instance_id: instance,
  waiting: waiting ? 1 : null,
  label_id: label,
  search: search.trim(),
});

/**
 * Chats, the newest first, page by page. What is new comes between by the live route; all is read again each minute.
 */
export const chatsQuery = (request: ChatsRequest) =>
  pagesOf(
    "chats.list",
    { query: chatsAsked(request) },
    {
      // A search is read again when it is asked again: it reads the whole list each time.
      refetchInterval: request.search === "" ? MINUTE : false,
      refetchOnWindowFocus: request.search === "",
    },
  );

/** The filters of a list that was asked for. @param key of its query. */
export function chatsRequestOf(key: Key): ChatsRequest {
  const { instance_id, waiting, label_id, search } = key[2] as ReturnType<typeof chatsAsked>; // as chatsQuery makes it
  return { instance: instance_id, waiting: waiting === 1, label: label_id, search };
}

/** One chat; null: there is none, or no longer. */
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
 * The chat that a phone means. @param phone digits. @throws ApiFailure with `errors.phone` for one that nobody can
 * have.
 */
export const findNewChat = (instance: string, phone: string) =>
  call("panel.new_chat", { at: { id: instance }, query: { phone } });

/** Changes a chat, on the phone too. */
export const changeChat = (instance: string, chat: string, body: ChangeChatBody) =>
  call("chats.change", { at: { id: instance, chat }, body });

/** Gives a chat exactly these labels. */
export const setLabels = (instance: string, chat: string, label_ids: readonly number[]) =>
  call("chats.set_labels", { at: { id: instance, chat }, body: { label_ids } });

/** Marks all of a chat as read, for its writers too. */
export const readChat = (instance: string, chat: string) => call("chats.read", { at: { id: instance, chat } });

/** Shows the other side that somebody writes. */
export const showTyping = (instance: string, chat: string, state: TypingState) =>
  call("chats.typing", { at: { id: instance, chat }, body: { state } });
