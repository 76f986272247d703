import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { Instance } from "../../../../core/contracts/instance.ts";
import type { Message } from "../../../../core/contracts/message.ts";
import type { Live } from "../../../../core/contracts/panel/live.ts";
import { chatQuery, chatsRequestOf } from "../../api/chats.ts";
import type { Page } from "../../api/client.ts";
import { instancesQuery } from "../../api/instances.ts";
import { meQuery } from "../../api/me.ts";
import { type Key, partOf, renew } from "../../api/query.ts";
import { mergeChats, mergeMessages } from "./rules/merge-live.ts";

type Pages<T> = InfiniteData<Page<T>, unknown>;

/**
 * Puts the whole list into the first page and empties the other pages. Further pages can still be requested as before.
 */
const repaged = <T>(pages: Pages<T>, data: T[]): Pages<T> => ({
  ...pages,
  pages: pages.pages.map((page, place) => ({ ...page, data: place === 0 ? data : [] })),
});

const rowsOf = <T>(pages: Pages<T>): T[] => pages.pages.flatMap(({ data }) => data);

/** Returns a chat's loaded messages, newest first, or null if none have been loaded yet. */
export function shownMessages(queries: QueryClient, instance: string, chat: string): Message[] | null {
  const [shown] = queries.getQueriesData<Pages<Message>>({
    queryKey: partOf("chats.history", { id: instance, chat }),
    type: "active",
  });
  return shown?.[1] ? rowsOf(shown[1]) : null;
}

/**
 * Returns when the oldest data shown in the chat list or the open chat was requested, by the browser's clock. Returns
 * null if nothing has been loaded yet.
 */
export function oldestAsked(queries: QueryClient, open: { instance: string; chat: string } | null): number | null {
  const keys = [
    partOf("chats.list", {}),
    ...(open ? [partOf("chats.history", { id: open.instance, chat: open.chat })] : []),
  ];
  const times = keys
    .flatMap((queryKey) => queries.getQueriesData<Pages<unknown>>({ queryKey, type: "active" }))
    .flatMap(([, shown]) => shown?.pages.map(({ asked_ms }) => asked_ms) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Adds messages to a chat's loaded messages, without duplicates. */
export function putMessages(queries: QueryClient, instance: string, chat: string, messages: readonly Message[]): void {
  if (messages.length === 0) return;
  const queryKey = partOf("chats.history", { id: instance, chat });
  queries.setQueriesData<Pages<Message>>(
    { queryKey },
    (pages) => pages && repaged(pages, mergeMessages(rowsOf(pages), messages)),
  );
  readAgainIfReading(queries, queryKey);
}

/** Updates a chat in every query that shows it. */
export function putChat(queries: QueryClient, chat: Chat): void {
  for (const address of [chat.id, chat.phone])
    if (address !== null)
      queries.setQueryData(chatQuery(chat.instance_id, address).queryKey, (shown) =>
        shown === undefined ? undefined : chat,
      );
  for (const [key, pages] of queries.getQueriesData<Pages<Chat>>({ queryKey: partOf("chats.list", {}) })) {
    if (!pages) continue;
    const { search, who, ...request } = chatsRequestOf(key);
    const me = queries.getQueryData(meQuery().queryKey)?.user.id ?? null;
    const assignee = { me, none: null, all: undefined }[who ?? "all"];
    const hasMore = typeof pages.pages.at(-1)?.next === "string";
    const filter = { ...request, assignee, isSearch: search.trim() !== "", hasMore };
    queries.setQueryData<Pages<Chat>>(key, repaged(pages, mergeChats(rowsOf(pages), [chat], filter)));
  }
}

/** Merges a live answer into the queries that show its contents. @param open the open chat, as in the URL. */
export function putLive(queries: QueryClient, live: Live, open: { instance: string; chat: string } | null): void {
  if (open) putMessages(queries, open.instance, open.chat, live.messages);
  for (const chat of live.chats) putChat(queries, chat);
  if (live.chats.length > 0) readAgainIfReading(queries, partOf("chats.list", {}));
  for (const { id, status, status_reason } of live.instances) {
    const now = { status, status_reason } as Pick<Instance, "status" | "status_reason">; // as the contract of instances says
    queries.setQueryData(instancesQuery().queryKey, (all) =>
      all?.map((one) => (one.id === id ? { ...one, ...now } : one)),
    );
  }
}

/**
 * Refetches queries that are currently being fetched, because their responses may be older than the data just added.
 */
function readAgainIfReading(queries: QueryClient, queryKey: Key): void {
  if (queries.isFetching({ queryKey }) > 0) void renew(queries, queryKey);
}
