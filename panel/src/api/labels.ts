import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";

/** The labels of a number. */
export const labelsQuery = (instance: string) =>
  queryOptions({
    queryKey: ["labels", instance],
    queryFn: ({ signal }) => call("labels.list", { at: { id: instance }, signal }),
    staleTime: 60_000,
  });

/** Makes a label. @param body.color the place in the phone's palette, 0 to 19. */
export const createLabel = (instance: string, body: { name: string; color: number }) =>
  call("labels.create", { at: { id: instance }, body });
