import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from "n8n-workflow";
import { callApi } from "./api.ts";

const GROUPS_A_PAGE = 100;

/** How many pages are looked through for a name before the list is shown as it is. */
const PAGES_A_SEARCH = 10;

/** Instances by name and phone; further pages follow as the user scrolls, or when none of a page has what is sought. */
export async function searchInstances(
  this: ILoadOptionsFunctions,
  filter = "",
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  let token = paginationToken;
  let found: INodeListSearchResult["results"] = [];
  for (let pages = 0; pages < PAGES_A_SEARCH && found.length === 0; pages++) {
    const { data, next } = await page(this, "/v1/instances", {}, token);
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

/** The chats of the chosen instance; the gateway searches. */
export async function searchChats(
  this: ILoadOptionsFunctions,
  filter = "",
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const instance = chosenInstance(this);
  if (instance === "") return { results: [] };
  const { data, next } = await page(this, "/v1/chats", { instance_id: instance, search: filter }, paginationToken);
  const results = data.map(({ id, name, phone }) => ({
    name: [name, phone].filter(Boolean).join(" · ") || String(id),
    value: String(id),
  }));
  return { results, ...(next && { paginationToken: next }) };
}

/** The groups of the chosen instance. */
export async function searchGroups(
  this: ILoadOptionsFunctions,
  filter = "",
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const instance = chosenInstance(this);
  if (instance === "") return { results: [] };
  const offset = Number(paginationToken ?? 0);
  const { body } = await callApi(this, {
    method: "GET",
    path: "/v1/instances/{id}/groups",
    ids: { id: instance },
    query: { limit: GROUPS_A_PAGE, offset },
    answer: "list",
  });
  const data = body.data as IDataObject[]; // a list, by `answer`
  const results = data.map(({ id, subject }) => ({ name: String(subject || id), value: String(id) }));
  const isLast = data.length < GROUPS_A_PAGE;
  return { results: matching(results, filter), ...(!isLast && { paginationToken: String(offset + data.length) }) };
}

async function page(functions: ILoadOptionsFunctions, path: string, query: IDataObject, token: string | undefined) {
  const { body } = await callApi(functions, {
    method: "GET",
    path,
    query: { ...query, page: token ?? 1 },
    answer: "links",
  });
  const data = body.data as IDataObject[]; // a list, by `answer`
  const next = (body.links as { next?: string | null } | undefined)?.next;
  return { data, next: next ? new URL(next).searchParams.get("page") : null };
}

/** Empty while none is chosen: then there is nothing to list. */
function chosenInstance(functions: ILoadOptionsFunctions): string {
  return String(functions.getCurrentNodeParameter("instance", { extractValue: true }) ?? "");
}

const matching = (results: INodeListSearchResult["results"], filter: string) =>
  results.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
