import { useQuery } from "@tanstack/react-query";
import type { Live } from "../../../core/contracts/panel/live.ts";
import type { News } from "../../../core/contracts/panel/news.ts";
import { PANEL_LIMITS } from "../../../core/contracts/panel/panel-limits.ts";
import { call } from "./call.ts";
import { keyOf, localKey } from "./query.ts";

/** The cache key of the latest news, which `useNews` keeps up to date. */
export const newsKey = () => keyOf("panel.news", {});

/**
 * Fetches who has written since a given time, and how many people are waiting. @param since null requests only the
 * number of people waiting. @throws ApiFailure
 */
export const askNews = (since: string | null, signal: AbortSignal) => call("panel.news", { query: { since }, signal });

/** Asks whether there is any news. @throws ApiFailure */
export const askQuiet = (since: string, signal: AbortSignal) => call("panel.quiet", { query: { since }, signal });

/**
 * Returns the number of people waiting for an answer, according to the latest news. The number is exact below
 * `PANEL_LIMITS.waitingMax`.
 */
export function useWaiting(): number {
  const { data } = useQuery<News>({ queryKey: newsKey(), enabled: false });
  return data?.waiting ?? 0;
}

/** Returns the number of people waiting as text, or "99+" once it reaches `PANEL_LIMITS.waitingMax`. */
export const shownWaiting = (waiting: number): string =>
  waiting < PANEL_LIMITS.waitingMax ? String(waiting) : `${PANEL_LIMITS.waitingMax - 1}+`;

/**
 * The cache key under which the `NewsWatcher` records whether the gateway pushes changes to the page as they happen.
 */
export const hearingKey = () => localKey("hearing");

/** Whether the gateway pushes changes to the page as they happen, so the page doesn't have to poll constantly. */
export const useHearing = (): boolean => useQuery<boolean>({ queryKey: hearingKey(), enabled: false }).data ?? false;

/**
 * Returns the minimum interval between two polls for chat changes. It is short for teams, so nobody starts answering a
 * chat that a colleague has just taken.
 */
export const liveEveryMs = (hasThread: boolean, live: Live | undefined): number =>
  (hasThread || live?.teamwork ? PANEL_LIMITS.liveEverySec : PANEL_LIMITS.liveListEverySec) * 1000;
