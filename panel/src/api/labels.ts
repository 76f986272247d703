import { call } from "./call.ts";
import { queryOf } from "./query.ts";

/** The query for a number's labels. */
export const labelsQuery = (instance: string) =>
  queryOf("labels.list", { at: { id: instance } }, { staleTime: 60_000 });

/** Creates a label. @param body.color an index into the phone's palette, 0 to 19. */
export const createLabel = (instance: string, body: { name: string; color: number }) =>
  call("labels.create", { at: { id: instance }, body });
