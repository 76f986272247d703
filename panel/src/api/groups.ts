import { call } from "./call.ts";
import { pagesOf, queryOf } from "./query.ts";

const PAGE = 50;

/** The groups that a number is in, page by page. */
export const groupsQuery = (instance: string) =>
  pagesOf("groups.list", { at: { id: instance }, query: { limit: PAGE } });

/** One group with its members. */
export const groupQuery = (instance: string, group: string) => queryOf("groups.get", { at: { id: instance, group } });

/** The group behind an invite, as the network shows it to anyone with the invite. */
export const invitedGroupQuery = (instance: string, invite: string) =>
  queryOf("groups.preview", { at: { id: instance }, query: { invite } }, { staleTime: 60_000 });

/** Joins a group by an invite's link or code, or requests to join it. */
export const joinGroup = (instance: string, invite: string) =>
  call("groups.join", { at: { id: instance }, body: { invite } });
