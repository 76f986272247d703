import type { AwsCall } from "../../../local/aws/service/service.ts";
import { whatOf } from "./table-place.ts";

/** When a request began and ended, in milliseconds on a shared clock. */
export interface Span {
  begunMs: number;
  endedMs: number;
}

/**
 * Returns the longest chain of requests within a period in which each request began after the previous one had ended.
 * This is an upper bound for the requests awaited one after another. Parallel requests count once.
 * @param all the requests, in any order. @returns the chain, oldest first. Of two candidates for the same position, the
 * request that ended first is used.
 */
export function longestChain<T extends Span>(all: readonly T[], within: Span): T[] {
  const inside = all.filter(({ begunMs, endedMs }) => begunMs >= within.begunMs && endedMs <= within.endedMs);
  const chain: T[] = [];
  let freeAtMs = within.begunMs;
  for (const one of inside.sort((a, b) => a.endedMs - b.endedMs || a.begunMs - b.begunMs)) {
    if (one.begunMs < freeAtMs) continue;
    chain.push(one);
    freeAtMs = one.endedMs;
  }
  return chain;
}

/** Requests that no message waits for: waiting polls, and requests by the bus and its function. */
const BESIDE = new Set(["ReceiveMessage", "PutEvents", "Lambda forward-to-bus"]);

/**
 * Whether a message waits for this request. Requests made on a timer (heartbeats, sweeps) or in parallel don't count.
 */
export function isForMessage({ action, uses }: Pick<AwsCall, "action" | "uses">): boolean {
  if (BESIDE.has(action)) return false;
  return uses.length === 0 || uses.some((use) => whatOf(use) !== null);
}

/** Describes a request in words: its action and the places in the table that it touched. */
export function wordsOf({ action, uses }: Pick<AwsCall, "action" | "uses">): string {
  const places = new Set(uses.filter(({ index }) => index === null).map((use) => whatOf(use)));
  places.delete(null);
  return places.size === 0 ? action : `${action} (${[...places].join(", ")})`;
}
