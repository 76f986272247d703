import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Group, GroupSummary } from "../../../core/contracts/groups/group.ts";
import { ask, askPage } from "./client.ts";

const pathOf = (instance: string) => `/v1/instances/${encodeURIComponent(instance)}/groups`;
const PAGE = 50;

/** The groups that a number is in, page by page. */
export const groupsQuery = (instance: string) =>
  infiniteQueryOptions({
    queryKey: ["groups", instance],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      askPage<GroupSummary>({ path: pathOf(instance), query: { limit: PAGE, offset: pageParam }, signal }),
    getNextPageParam: (last, all) => (last.data.length < PAGE ? null : all.length * PAGE),
  });

/** One group with its members. */
export const groupQuery = (instance: string, group: string) =>
  queryOptions({
    queryKey: ["group", instance, group],
    queryFn: ({ signal }) => ask<Group>({ path: `${pathOf(instance)}/${encodeURIComponent(group)}`, signal }),
  });
