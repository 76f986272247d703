import type { CallRequest, Item, ListId } from "./call.ts";
import { pagesOf } from "./pages-of.ts";

/** The maximum number of items to fetch, because the browser stores them all in memory. */
export const ITEMS_MAX = 50_000;

/** The items fetched from a list. */
export interface ReadList<T> {
  items: T[];
  /** Whether these are all of the list's items. */
  isWhole: boolean;
}

/**
 * Fetches every page of a list in turn, up to a maximum number of items. Waits between pages the way `pagesOf` does.
 * @param request its `signal` aborts the fetching with the signal's reason.
 * @param onPage is called with the number of items fetched so far.
 * @throws ApiFailure
 */
export async function wholeList<Id extends ListId>(
  id: Id,
  request: CallRequest<Id> & { signal: AbortSignal },
  onPage: (count: number) => void,
  itemsMax = ITEMS_MAX,
): Promise<ReadList<Item<Id>>> {
  const items: Item<Id>[] = [];
  for await (const page of pagesOf(id, request)) {
    items.push(...page.data);
    onPage(Math.min(items.length, itemsMax));
    if (items.length >= itemsMax) {
      return { items: items.slice(0, itemsMax), isWhole: page.next === null && items.length <= itemsMax };
    }
  }
  return { items, isWhole: true };
}
