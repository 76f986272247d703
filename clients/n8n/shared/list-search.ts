import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from "n8n-workflow";
import { type ApiRequest, callApi } from "./api.ts";

const GROUPS_A_PAGE = 100;

/** The maximum number of pages to fetch per request when searching by name. */
const PAGES_A_SEARCH = 10;

/**
 * Lists instances by name and phone. Fetches more pages as the user scrolls, or when a page doesn't contain a match.
 */
export async function searchInstances(
  this: ILoadOptionsFunctions,
  filter = "",
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  let token = paginationToken;
  let found: INodeListSearchResult["results"] = [];
  for (let pages = 0; pages < PAGES_A_SEARCH && found.length === 0; pages++) {
    const { data, next } = await page(this, { path: "/v1/instances" }, token);
    const shown = data.map(({ id, name, phone, status }) => ({
      name: [name, phone ?? status].join(" · "),
      value: String(id),
    }));
    found = matching(shown, filter);
    token = next ?? undefined;
    if (token === undefined) break;
  }
  return { results: found, ...(token !== undefined && { paginationToken: token }) };
}

/** Lists the chosen instance's chats. The gateway performs the search. */
export async function searchChats(
  this: ILoadOptionsFunctions,
  filter = "",
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const instance = chosenInstance(this);
  if (instance === "") return { results: [] };
  const query = { instance_id: instance, search: filter };
  const { data, next } = await page(this, { path: "/v1/chats", query }, paginationToken);
  const results = data.map(({ id, name, phone }) => ({
    name: [name, phone].filter(Boolean).join(" · ") || String(id),
    value: String(id),
  }));
  return { results, ...(next && { paginationToken: next }) };
}

/** Lists the chosen instance's groups. */
export async function searchGroups(
  this: ILoadOptionsFunctions,
  filter = "",
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const instance = chosenInstance(this);
  if (instance === "") return { results: [] };
  const path = "/v1/instances/{id}/groups";
  const { data, next } = await page(
    this,
    { path, ids: { id: instance }, query: { limit: GROUPS_A_PAGE } },
    paginationToken,
  );
  const results = data.map(({ id, subject }) => ({ name: String(subject || id), value: String(id) }));
  return { results: matching(results, filter), ...(next && { paginationToken: next }) };
}

/** Fetches a page of a list. @param token the query for the page, taken from the previous page's link. */
async function page(
  functions: ILoadOptionsFunctions,
  { query = {}, ...request }: Omit<ApiRequest, "method">,
  token: string | undefined,
) {
  const asked = token === undefined ? query : Object.fromEntries(new URLSearchParams(token));
  const { body } = await callApi(functions, { ...request, method: "GET", query: asked, answer: "links" });
  const { next } = body.links as { next: string | null }; // by `answer`
  return { data: body.data as IDataObject[], next: next && new URL(next).search.slice(1) };
}

/** Returns the chosen instance's id. Empty if none is chosen, in which case there is nothing to list. */
function chosenInstance(functions: ILoadOptionsFunctions): string {
  return String(functions.getCurrentNodeParameter("instance", { extractValue: true }) ?? "");
}

const matching = (results: INodeListSearchResult["results"], filter: string) =>
  results.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
