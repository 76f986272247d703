import type { CallRequest, Item, ListId } from "./call.ts";
import { pagesOf } from "./pages-of.ts";

/** The most items that are read: a browser holds them all at once. */
export const ITEMS_MAX = 50_000;

/** The items read of a list. */
export interface ReadList<T> {
  items: T[];
  /** Whether there are no more items than these. */
  isWhole: boolean;
}

/**
 * Reads every page of a list, one after the other, up to a number of items. Waits as `pagesOf` does.
 * @param request ends the reading by its `signal`, with that signal's reason.
 * @param onPage how many items are read so far.
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
