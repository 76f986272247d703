import { useQuery } from "@tanstack/react-query";
import type { News } from "../../../core/contracts/panel/news.ts";
import { call } from "./call.ts";
import { keyOf } from "./query.ts";

/** The key of the last news, which `useNews` keeps up to date. */
export const newsKey = () => keyOf("panel.news", {});

/** Asks who wrote since then, and how many people wait. @param since null: only how many wait. @throws ApiFailure */
export const askNews = (since: string | null, signal: AbortSignal) => call("panel.news", { query: { since }, signal });

/** Asks whether there is any news. @throws ApiFailure */
export const askQuiet = (since: string, signal: AbortSignal) => call("panel.quiet", { query: { since }, signal });

/** How many people wait for an answer, as far as the page knows. */
export function useWaiting(): number {
  const { data } = useQuery<News>({ queryKey: newsKey(), enabled: false });
  return data?.waiting ?? 0;
}
