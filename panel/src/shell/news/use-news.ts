import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Chat } from "../../../../core/contracts/chats/chat.ts";
import type { News } from "../../../../core/contracts/panel/news.ts";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { askNews, askQuiet, newsKey, useHearing } from "../../api/news.ts";
import { keyOf } from "../../api/query.ts";
import { hearChanges } from "./hear-changes.ts";

const EVERY_MS = PANEL_LIMITS.newsEverySec * 1000;
const HEARD_MS = PANEL_LIMITS.liveHeardEverySec * 1000;
const LONGEST_MS = 5 * 60_000;
/** The number of message ids to remember, so that no message is announced twice when responses overlap. */
const ANNOUNCED_MAX = 500;

/**
 * Keeps the number of waiting people up to date and announces each new message once. Every 20 seconds, a small request
 * checks only whether there is any news. This continues in a hidden tab, where the server sets a slower pace for
 * accounts with many numbers. If the gateway offers change notices, a visible page listens for them and makes its
 * requests when notified.
 */
export function useNews(isOn: boolean, announce: (chat: Chat) => void): void {
  const queries = useQueryClient();
  const since = useRef<string | null>(null);
  const announced = useRef(new Set<string>());
  const failures = useRef(0);
  const isHearing = useHearing();
  const tell = useRef(announce);
  useEffect(() => {
    tell.current = announce;
  });
  const news = useQuery({
    queryKey: newsKey(),
    queryFn: async ({ signal }): Promise<News> => {
      const answer = await askNews(since.current, signal);
      since.current = answer.next;
      for (const chat of answer.chats.toReversed()) {
        const id = chat.last_message?.id ?? "";
        if (announced.current.has(id)) continue;
        announced.current.add(id);
        tell.current(chat);
      }
      announced.current = new Set([...announced.current].slice(-ANNOUNCED_MAX));
      return answer;
    },
    enabled: isOn,
    staleTime: Number.POSITIVE_INFINITY,
    // Someone may have answered in the meantime, which a hidden tab doesn't check for.
    refetchOnWindowFocus: "always",
  });
  const quiet = useQuery({
    queryKey: keyOf("panel.quiet", {}),
    queryFn: async ({ signal }) => {
      try {
        const answer = await askQuiet(since.current ?? new Date().toISOString(), signal);
        failures.current = 0;
        if (answer.quiet) since.current = answer.next;
        else await queries.refetchQueries({ queryKey: newsKey() });
        return answer;
      } catch (error) {
        failures.current += 1;
        throw error;
      }
    },
    enabled: isOn && news.data !== undefined,
    refetchInterval: ({ state }) => {
      const every = document.hidden ? (state.data?.again_sec ?? 0) * 1000 : isHearing ? HEARD_MS : 0;
      return Math.min(LONGEST_MS, Math.max(EVERY_MS, every) * 2 ** failures.current);
    },
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    retry: false,
    staleTime: EVERY_MS,
  });
  const isOffered = isOn && quiet.data?.hints === true;
  useEffect(() => (isOffered ? hearChanges(queries) : undefined), [queries, isOffered]);
}
