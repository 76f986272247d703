import * as z from "zod";

/** The `links` of a list. Spec: Pagination styles. */
export const Links = z
  .object({
    next: z.string().nullable().meta({ description: "The absolute address of the next page; null on the last page" }),
  })
  .meta({ id: "Links" });

/** The `meta` of a list that is paged by `page`. */
export const PageMeta = z
  .object({ current_page: z.int(), per_page: z.int(), last_page: z.int(), total: z.int() })
  .meta({ id: "PageMeta" });

/** The `meta` of a list that is paged by `page` without a total count. */
export const OpenPageMeta = z.object({ current_page: z.int(), per_page: z.int() }).meta({ id: "OpenPageMeta" });

/** The `meta` of a list that is paged by `cursor`. */
export const CursorMeta = z
  .object({ per_page: z.int(), next_cursor: z.string().nullable() })
  .meta({ id: "CursorMeta" });

/** The `meta` of a list that is paged by `limit` and `offset`. An empty page marks the end of the list. */
export const OffsetMeta = z.object({ limit: z.int(), offset: z.int() }).meta({ id: "OffsetMeta" });

/** Builds the URL of another page of the same list from the request's own parameters, with some of them replaced. */
export function pageUrl(address: string, parameters: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  return `${address}?${search}`;
}
