import { call } from "./call.ts";

/** The request for news: everything that changed since the last answer, for all numbers and one open thread. */
export interface LiveRequest {
  instance: string | null;
  chat: string | null;
  /** The last answer's `next`; null means the first request. */
  since: string | null;
  /** How many seconds ago the page asked for what it shows; counts if that is earlier. null: `since` is enough. */
  age: number | null;
  /** Ids of messages whose status may have changed. */
  watch: readonly string[];
}

/** Polls for changes. @throws ApiFailure */
export const askLive = ({ instance, chat, since, age, watch }: LiveRequest, signal: AbortSignal) =>
  call("panel.live", { query: { instance_id: instance, chat_id: chat, since, age, watch }, signal });
