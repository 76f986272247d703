import { useQuery } from "@tanstack/react-query";
import type { Live } from "../../../core/contracts/panel/live.ts";
import type { News } from "../../../core/contracts/panel/news.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { call } from "./call.ts";
import { keyOf, localKey } from "./query.ts";

/** The cache key of the latest news, which `useNews` keeps up to date. */
export const newsKey = () => keyOf("panel.news", {});

/**
 * Asks who has written since a time, and how many people wait. @param since null asks only how many wait. @throws
 * ApiFailure
 */
export const askNews = (since: string | null, signal: AbortSignal) => call("panel.news", { query: { since }, signal });

/** Asks whether there is any news. @throws ApiFailure */
export const askQuiet = (since: string, signal: AbortSignal) => call("panel.quiet", { query: { since }, signal });

/** How many people wait for an answer, as far as the page knows; exact below `PANEL_LIMITS.waitingMax`. */
export function useWaiting(): number {
  const { data } = useQuery<News>({ queryKey: newsKey(), enabled: false });
  return data?.waiting ?? 0;
}

/** The number of people who wait, as it is shown: from `PANEL_LIMITS.waitingMax` on, "99+". */
export const shownWaiting = (waiting: number): string =>
  waiting < PANEL_LIMITS.waitingMax ? String(waiting) : `${PANEL_LIMITS.waitingMax - 1}+`;

/** The cache key of whether the page hears of changes, which the `NewsWatcher` keeps up to date. */
export const hearingKey = () => localKey("hearing");

/** Whether the page hears of changes when they happen, so that it need not ask all the time. */
export const useHearing = (): boolean => useQuery<boolean>({ queryKey: hearingKey(), enabled: false }).data ?? false;

/**
 * How often a page asks what changed in the chats, at most. In a team often, so that nobody answers what a colleague
 * has just taken.
 */
export const liveEveryMs = (hasThread: boolean, live: Live | undefined): number =>
  (hasThread || live?.teamwork ? PANEL_LIMITS.liveEverySec : PANEL_LIMITS.liveListEverySec) * 1000;
