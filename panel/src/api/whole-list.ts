import { type CallRequest, callPage, type Item, type ListId } from "./call.ts";
import { ApiFailure } from "./client.ts";

/** How many requests in a row may find the gateway busy before the reading ends. */
const BUSY_MAX = 20;

/**
 * Reads every page of a list, one after the other. Where the gateway asks to wait, it waits and goes on.
 * @param request ends the reading by its `signal`, with that signal's reason.
 * @param onPage how many items are read so far.
 * @throws ApiFailure
 */
export async function wholeList<Id extends ListId>(
  id: Id,
  request: CallRequest<Id> & { signal: AbortSignal },
  onPage: (count: number) => void,
): Promise<Item<Id>[]> {
  const items: Item<Id>[] = [];
  let next: string | null = null;
  let busy = 0;
  for (;;) {
    try {
      const page: { data: Item<Id>[]; next: string | null } = await callPage(id, next, request);
      items.push(...page.data);
      onPage(items.length);
      if (page.next === null) return items;
      next = page.next;
      busy = 0;
    } catch (error) {
      request.signal.throwIfAborted();
      if (!(error instanceof ApiFailure) || error.retryAfterSec === null || ++busy > BUSY_MAX) throw error;
      await pause(error.retryAfterSec * 1000, request.signal);
    }
  }
}

/** @throws the signal's reason, at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
  });
}
