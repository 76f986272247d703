import type { PostStatusBody } from "../../../core/contracts/statuses/status.ts";
import { call } from "./call.ts";
import { queryOf } from "./query.ts";

/**
 * How often statuses are polled while any is queued. A status is usually posted within seconds, while its views keep
 * arriving all day.
 */
const WHILE_QUEUED_MS = 2_000;
const EVERY_MS = 30_000;

/** The query for a number's statuses that are waiting, still visible, or failed today. */
export const statusesQuery = (instance: string) =>
  queryOf(
    "statuses.list",
    { at: { id: instance } },
    {
      refetchInterval: ({ state }) =>
        state.data?.some(({ status }) => status === "queued") ? WHILE_QUEUED_MS : EVERY_MS,
    },
  );

/** Posts a status. @param key an Idempotency-Key, so repeating the request doesn't post the status again. */
export const postStatus = (instance: string, body: PostStatusBody, key: string) =>
  call("statuses.post", { at: { id: instance }, body, idempotencyKey: key });

/** Deletes a status for everyone who received it. */
export const deleteStatus = (instance: string, status: string) =>
  call("statuses.delete", { at: { id: instance, status } });
