import type { IAllExecuteFunctions, IDataObject } from "n8n-workflow";
import { NodeOperationError } from "n8n-workflow";
import { type ApiRequest, callApi } from "./api.ts";

/** How a list is paged. Spec: Pagination styles. */
export type Paging = "whole" | "links";

/**
 * The maximum number of pages, to protect against endless loops. A list this long is better fetched in parts anyway.
 */
const PAGES_MAX = 2_000;

/**
 * Fetches a whole list, or its first `most` entries. Only the query of a next-page link is used, so the key is never
 * sent to any host but the configured one.
 * @throws NodeOperationError if the list is too long, instead of silently leaving out the rest.
 */
export async function readList(
  functions: IAllExecuteFunctions,
  request: ApiRequest,
  paging: Paging,
  most: number,
  itemIndex?: number,
): Promise<IDataObject[]> {
  const found: IDataObject[] = [];
  let query = request.query ?? {};
  for (let page = 0; found.length < most; page++) {
    if (page === PAGES_MAX) throw tooLong(functions, itemIndex);
    const answer = paging === "links" ? "links" : "list";
    const { body } = await callApi(functions, { ...request, query, answer }, itemIndex);
    const data = body.data as IDataObject[]; // a list, by `answer`
    found.push(...data);
    if (paging === "whole") break;
    const { next } = body.links as { next: string | null }; // by `answer`
    if (next === null) break;
    query = Object.fromEntries(new URL(next).searchParams);
  }
  return found.slice(0, most);
}

const tooLong = (functions: IAllExecuteFunctions, itemIndex: number | undefined) =>
  new NodeOperationError(
    functions.getNode(),
    `The list has more than ${PAGES_MAX} pages. Turn off Return All, or filter the list.`,
    {
      ...(itemIndex !== undefined && { itemIndex }),
    },
  );
