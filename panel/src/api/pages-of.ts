import { type CallRequest, callPage, type Item, type ListId } from "./call.ts";
import type { Page } from "./client.ts";
import { patiently } from "./patiently.ts";
import { pause } from "./pause.ts";

/**
 * The number of pages fetched without pausing. After that, pauses leave some of the user's rate limit for the rest of
 * the panel.
 */
const PAGES_AT_ONCE = 50;
const PAUSE_MS = 400;

/** The position from which an interrupted fetch continues. */
export interface ReadSoFar {
  /** The `next` of the last page fetched, or null at the beginning. */
  next: string | null;
  /** The number of pages fetched so far. */
  pages: number;
}

/**
 * Fetches a list page by page. Waits and then continues if the gateway demands a wait. A long list uses at most half of
 * the user's rate limit, leaving the other half for the rest of the panel.
 * @param request its `signal` aborts the fetching with the signal's reason.
 * @throws ApiFailure
 */
export async function* pagesOf<Id extends ListId>(
  id: Id,
  request: CallRequest<Id> & { signal: AbortSignal },
  { next, pages }: ReadSoFar = { next: null, pages: 0 },
): AsyncGenerator<Page<Item<Id>>, void, undefined> {
  const { signal } = request;
  for (let [at, read] = [next, pages]; ; read++) {
    if (read >= PAGES_AT_ONCE) await pause(PAUSE_MS, signal);
    const page = await patiently(() => callPage(id, at, request), signal);
    yield page;
    if (page.next === null) return;
    at = page.next;
  }
}
