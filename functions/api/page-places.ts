import { pageUrl } from "../../core/contracts/pagination.ts";
import type { ApiDeps } from "../own-deps.ts";
import { listPlaces } from "./list-place.ts";
import { validationError } from "./validate.ts";

/** Start of a page: after a position or, if that is null, at a page number counted from 1. */
export interface PageStart {
  page: number;
  after: string | null;
}

/**
 * The pages of a list that is read by `page`. `links.next` has the number of the page and a cursor; the cursor says
 * where reading continues, so a page costs the same however deep it is. With only a number, the list is read from its
 * start.
 * @param filter everything that determines the list's content, including the account.
 * @param pagesMax the last page that may be requested by number only.
 */
export function pagePlaces(deps: Pick<ApiDeps, "pepper">, list: string, filter: unknown, pagesMax: number) {
  const places = listPlaces(deps, list, filter);
  const rule = `The page must be a whole number from 1 to ${pagesMax}. Follow links.next to go further.`;
  return {
    /**
     * @throws ApiError `validation_failed` for another list's cursor, and for a number that is too high without one.
     */
    async open({ page = 1, cursor }: { page?: number | undefined; cursor?: string | undefined }): Promise<PageStart> {
      if (cursor === undefined && page > pagesMax) throw validationError({ page: [rule] });
      const { offset, after } = await places.open({ cursor });
      return after === null ? { page, after } : { page: offset + 1, after };
    },
    /** The URL of the page after this one; null if there is none. */
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
