import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Message } from "../../../../core/contracts/message.ts";
import type { Live } from "../../../../core/contracts/panel/live.ts";
import { askLive } from "../../api/live.ts";
import { keyOf } from "../../api/query.ts";
import { putLive, shownMessages } from "./live-cache.ts";
import { newFrom, toWatch } from "./rules/merge-live.ts";

const THREAD_MS = 3_000;
const LIST_MS = 10_000;
const LONGEST_MS = 60_000;
const WATCHED_MAX = 20;

/**
 * Polls for news while the page is visible: often with an open thread, rarely after errors, never two requests at once,
 * and never in a hidden tab.
 * @param open the open thread, whose number alone is polled; null means all numbers' chats. `id`: its chat's; null
 * means no chat yet.
 * @returns the last answer's new messages in the open thread, to be announced once.
 */
export function useLive(
  open: { instance: string; chat: string; id: string | null } | null,
  isOn = true,
): readonly Message[] {
  const queries = useQueryClient();
  const failures = useRef(0);
  const [came, setCame] = useState<readonly Message[]>([]);
  const key = keyOf("panel.live", {}, open?.instance ?? null, open?.id ?? null);
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Live> => {
      const before = queries.getQueryData<Live>(key);
      const shown = (open && shownMessages(queries, open.instance, open.chat)) ?? [];
      const request = { instance: open?.instance ?? null, chat: open?.id ?? null, since: before?.next ?? null };
      try {
        const live = await askLive({ ...request, watch: toWatch(shown, WATCHED_MAX) }, signal);
        failures.current = 0;
        // Read again: the thread may have come, or have changed, while the answer was on its way.
        const read = open && shownMessages(queries, open.instance, open.chat);
        const news = read ? newFrom(read, live.messages) : [];
        putLive(queries, live, open);
        if (news.length > 0) setCame(news);
        return live;
      } catch (error) {
        if (!signal.aborted) failures.current += 1;
        throw error;
      }
    },
    refetchInterval: () => Math.min(LONGEST_MS, (open ? THREAD_MS : LIST_MS) * 2 ** failures.current),
    retry: false,
    enabled: isOn,
    staleTime: 0,
    gcTime: LONGEST_MS,
  });
  return came;
}
