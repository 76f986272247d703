import { type CallRequest, callPage, type Item, type ListId } from "./call.ts";
import type { Page } from "./client.ts";
import { patiently } from "./patiently.ts";
import { pause } from "./pause.ts";

/** After this many pages, the reading leaves room in the person's requests a minute for the rest of the panel. */
const PAGES_AT_ONCE = 50;
const PAUSE_MS = 400;

/** Where a reading that was interrupted goes on. */
export interface ReadSoFar {
  /** The last page's `next`; null at the beginning. */
  next: string | null;
  /** How many pages were read. */
  pages: number;
}

/**
 * Reads a list page by page. If the gateway asks for a pause, pauses and continues; a long reading leaves half of the
 * person's requests to the rest of the panel.
 * @param request ends the reading by its `signal`, with that signal's reason.
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
