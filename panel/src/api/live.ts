import { call } from "./call.ts";

/**
 * The request for live changes: everything that changed since the last response, for all numbers and one open thread.
 */
export interface LiveRequest {
  instance: string | null;
  chat: string | null;
  /** The last response's `next`, or null for the first request. */
  since: string | null;
  /**
   * The age of the page's data, in seconds since the page requested it, or null if `since` is enough. Takes precedence
   * over `since` if it reaches further back.
   */
  age: number | null;
  /** The ids of messages whose status may have changed. */
  watch: readonly string[];
}

/** Requests the changes since the last response. @throws ApiFailure */
export const askLive = ({ instance, chat, since, age, watch }: LiveRequest, signal: AbortSignal) =>
  call("panel.live", { query: { instance_id: instance, chat_id: chat, since, age, watch }, signal });
