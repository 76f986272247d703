import { pagesOf, queryOf } from "./query.ts";

const PAGE = 50;

/** The groups that a number is in, page by page. */
export const groupsQuery = (instance: string) =>
  pagesOf("groups.list", { at: { id: instance }, query: { limit: PAGE } });

/** One group with its members. */
export const groupQuery = (instance: string, group: string) => queryOf("groups.get", { at: { id: instance, group } });
