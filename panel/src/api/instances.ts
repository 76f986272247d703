import { queryOptions } from "@tanstack/react-query";
import type { Instance } from "../../../core/contracts/instance.ts";
import { ask, askAll } from "./client.ts";

const TEN_SECONDS = 10_000;

/** The account's numbers. */
export const instancesQuery = () =>
  queryOptions({
    queryKey: ["instances"],
    queryFn: ({ signal }) => askAll<Instance>({ path: "/v1/instances", signal }),
    refetchInterval: TEN_SECONDS,
  });

/** One of them. */
export const instanceQuery = (id: string) =>
  queryOptions({
    queryKey: ["instances", id],
    queryFn: ({ signal }) => ask<Instance>({ path: `/v1/instances/${encodeURIComponent(id)}`, signal }),
    refetchInterval: TEN_SECONDS,
  });

/** Adds a number, to be linked. */
export const createInstance = (body: { name: string; external_ref?: string | null }) =>
  ask<Instance>({ method: "POST", path: "/v1/instances", body });
