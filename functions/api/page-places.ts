import { pageUrl } from "../../core/contracts/pagination.ts";
import type { ApiDeps } from "../own-deps.ts";
import { listPlaces } from "./list-place.ts";
import { validationError } from "./validate.ts";

/** Where a page starts: a position in the list or, if that is null, a page number counted from 1. */
export interface PageStart {
  page: number;
  after: string | null;
}

/**
 * Creates and opens cursors for a list that is paginated by `page`. `links.next` contains the page number and a cursor.
 * Reading continues from the cursor, so the cost of a page doesn't depend on its number. A request with only a page
 * number reads the list from its start.
 * @param filter everything that determines the content of the list, including the account.
 * @param pagesMax the highest page that may be requested by number alone.
 */
export function pagePlaces(deps: Pick<ApiDeps, "pepper">, list: string, filter: unknown, pagesMax: number) {
  const places = listPlaces(deps, list, filter);
  const rule = `The page must be a whole number from 1 to ${pagesMax}. Follow links.next to go further.`;
  return {
    /**
     * @throws ApiError `validation_failed` for a cursor that belongs to another list, or for a page number that is too
     * high and has no cursor.
     */
    async open({ page = 1, cursor }: { page?: number | undefined; cursor?: string | undefined }): Promise<PageStart> {
      if (cursor === undefined && page > pagesMax) throw validationError({ page: [rule] });
      const { offset, after } = await places.open({ cursor });
      return after === null ? { page, after } : { page: offset + 1, after };
    },
    /** Returns the URL of the next page, or null if this is the last page. */
    async next(
      address: string,
      query: Record<string, string | number | null | undefined>,
      { page }: PageStart,
      after: string | null,
    ): Promise<string | null> {
      const cursor = await places.seal(page, after);
      return cursor && pageUrl(address, { ...query, page: page + 1, cursor });
    },
  };
}
