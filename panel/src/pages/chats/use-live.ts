import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Message } from "../../../../core/contracts/message.ts";
import type { Live } from "../../../../core/contracts/panel/live.ts";
import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";
import { askLive } from "../../api/live.ts";
import { liveEveryMs, useHearing } from "../../api/news.ts";
import { type Key, keyOf } from "../../api/query.ts";
import { oldestAsked, putLive, shownMessages } from "./live-cache.ts";
import { type Covered, questionFrom } from "./rules/live-question.ts";
import { newFrom, toWatch } from "./rules/merge-live.ts";

const LONGEST_MS = PANEL_LIMITS.liveHeardEverySec * 1000;
const WATCHED_MAX = 20;
const NOBODY: Live["answering"] = [];

type Open = { instance: string; chat: string; id: string | null } | null;
type Shown = Live & Covered;

/**
 * Requests everything that has changed since the last response, or since the page's data was requested if that is
 * earlier, and shows the changes. @returns `news`: the open chat's new messages.
 */
export async function askForNews(
  queries: QueryClient,
  key: Key,
  open: Open,
  signal: AbortSignal,
): Promise<{ live: Shown; news: Message[] }> {
  const shown = (open && shownMessages(queries, open.instance, open.chat)) ?? [];
  const before = queries.getQueryData<Shown>(key) ?? null;
  const { covered_ms, ...from } = questionFrom(before, oldestAsked(queries, open), Date.now());
  const request = { instance: open?.instance ?? null, chat: open?.id ?? null, ...from };
  const live = await askLive({ ...request, watch: toWatch(shown, WATCHED_MAX) }, signal);
  // Read the cache again, because the messages may have been loaded or changed while the request was in progress.
  const read = open && shownMessages(queries, open.instance, open.chat);
  const news = read ? newFrom(read, live.messages) : [];
  putLive(queries, live, open);
  return { live: { ...live, covered_ms }, news };
}

/**
 * Polls for changes while the page is visible: often while a chat is open, and rarely after errors or while the gateway
 * pushes changes anyway. Never makes concurrent requests, and makes no requests in a hidden tab.
 * @param open the open chat; only its number is polled. If null, the chats of all numbers are polled. `id` is the
 * chat's id, or null if the chat doesn't exist yet.
 * @returns `came`: new messages in the open chat from the last response, to be announced once; `answering`: the
 * colleagues who are typing in that chat.
 */
export function useLive(open: Open, isOn = true): { came: readonly Message[]; answering: Live["answering"] } {
  const queries = useQueryClient();
  const isHearing = useHearing();
  const failures = useRef(0);
  const [came, setCame] = useState<readonly Message[]>([]);
  const key = keyOf("panel.live", {}, open?.instance ?? null, open?.id ?? null);
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Shown> => {
      try {
        const { live, news } = await askForNews(queries, key, open, signal);
        failures.current = 0;
        if (news.length > 0) setCame(news);
        return live;
      } catch (error) {
        if (!signal.aborted) failures.current += 1;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) => {
      // The page isn't notified when a colleague stops typing, so keep polling until a response no longer lists them.
      if (isHearing && !data?.answering.length) return LONGEST_MS;
      return Math.min(LONGEST_MS, liveEveryMs(!!open, data) * 2 ** failures.current);
    },
    retry: false,
    enabled: isOn,
    staleTime: 0,
    gcTime: LONGEST_MS,
  });
  return { came, answering: data?.answering ?? NOBODY };
}
