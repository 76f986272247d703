import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { ChatsRequest } from "../../api/chats.ts";
import { type CHAT_FILTERS, isShown, stateOf, type Which } from "./ChatFilters.tsx";

/** The values of the list's filters, as they appear in the URL. */
export type ListFilters = Record<(typeof CHAT_FILTERS)[number], string>;

/** Returns the request for the list with these filters. @param search the search text at the time the search starts. */
export function requestOf(filters: ListFilters, search: string): ChatsRequest {
  const which = filters.show as Which | ""; // stateOf takes another for all
  return {
    instance: filters.number || null,
    waiting: which === "waiting",
    label: filters.number !== "" && filters.label !== "" ? Number(filters.label) : null,
    search,
    who: filters.whose === "me" || filters.whose === "none" ? filters.whose : null,
    ...stateOf(which, search.trim() !== ""),
  };
}

/**
 * Returns the chats that match these filters, without duplicates. A chat is on two pages if it moved while they were
 * being fetched.
 */
export function shownOf(chats: readonly Chat[], filters: ListFilters, search: string): Chat[] {
  const seen = new Set<string>();
  return chats.filter((chat) => {
    const key = `${chat.instance_id} ${chat.id}`;
    return !seen.has(key) && seen.add(key) && isShown(chat, filters.show as Which | "", search !== "");
  });
}
