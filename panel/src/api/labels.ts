import { queryOptions } from "@tanstack/react-query";
import type { Label } from "../../../core/contracts/chats/label.ts";
import { ask } from "./client.ts";

const pathOf = (instance: string) => `/v1/instances/${encodeURIComponent(instance)}/labels`;

/** The labels of a number. */
export const labelsQuery = (instance: string) =>
  queryOptions({
    queryKey: ["labels", instance],
    queryFn: ({ signal }) => ask<Label[]>({ path: pathOf(instance), signal }),
    staleTime: 60_000,
  });

/** Makes a label. @param body.color the place in the phone's palette, 0 to 19. */
export const createLabel = (instance: string, body: { name: string; color: number }) =>
  ask<Label>({ method: "POST", path: pathOf(instance), body });
