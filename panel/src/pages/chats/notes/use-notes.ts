import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Note } from "../../../../../core/contracts/chats/note.ts";
import { notesQuery } from "../../../api/notes.ts";

/**
 * Returns the notes written in the period that the shown messages cover, oldest first. Fetches as many pages as needed.
 * @param since the time of the oldest message shown, or null if all messages are shown.
 */
export function useNotes(instance: string, chat: string, hasChat: boolean, since: string | null): Note[] {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...notesQuery(instance, chat),
    enabled: hasChat,
  });
  const newestFirst = data?.pages.flatMap((page) => page.data) ?? [];
  const oldest = newestFirst.at(-1);
  const from = since === null ? 0 : Date.parse(since);
  const isMoreShown = hasNextPage && !isFetching && !isError && oldest !== undefined && madeMs(oldest) >= from;
  useEffect(() => {
    if (isMoreShown) void fetchNextPage();
  }, [isMoreShown, fetchNextPage]);
  return newestFirst.filter((note) => madeMs(note) >= from).toReversed();
}

const madeMs = ({ created_at }: Note): number => Date.parse(created_at);
