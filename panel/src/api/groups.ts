import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Group, GroupSummary } from "../../../core/contracts/groups/group.ts";
import { ask, askNext, askPage } from "./client.ts";

const pathOf = (instance: string) => `/v1/instances/${encodeURIComponent(instance)}/groups`;
const PAGE = 50;

/** The groups that a number is in, page by page. */
export const groupsQuery = (instance: string) =>
  infiniteQueryOptions({
    queryKey: ["groups", instance],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? askPage<GroupSummary>({ path: pathOf(instance), query: { limit: PAGE }, signal })
        : askNext<GroupSummary>(pageParam, signal),
    getNextPageParam: (last) => last.next,
  });

/** One group with its members. */
export const groupQuery = (instance: string, group: string) =>
  queryOptions({
    queryKey: ["group", instance, group],
    queryFn: ({ signal }) => ask<Group>({ path: `${pathOf(instance)}/${encodeURIComponent(group)}`, signal }),
  });
