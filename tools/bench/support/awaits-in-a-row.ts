import type { AwsCall } from "../../../local/aws/service/service.ts";
import { whatOf } from "./table-place.ts";

/** The time of a request, in milliseconds of one clock. */
export interface Span {
  begunMs: number;
  endedMs: number;
}

/**
 * Returns the longest chain of requests, within some time, in which each started after the previous one had ended. At
 * most this many were awaited one after the other. Parallel requests count once.
 * @param all in any order. @returns the chain, oldest first; of two candidates for a place, the one that ended first.
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

/** Requests not made for a message: polls that wait, and the bus with its function, which nobody waits for. */
const BESIDE = new Set(["ReceiveMessage", "PutEvents", "Lambda forward-to-bus"]);

/**
 * Whether a request was made for a message that waits for it, and not on a timer (heartbeats, sweeps) or in parallel.
 */
export function isForMessage({ action, uses }: Pick<AwsCall, "action" | "uses">): boolean {
  if (BESIDE.has(action)) return false;
  return uses.length === 0 || uses.some((use) => whatOf(use) !== null);
}

/** Describes a request in words by its action and the places of the table that it touched. */
export function wordsOf({ action, uses }: Pick<AwsCall, "action" | "uses">): string {
  const places = new Set(uses.filter(({ index }) => index === null).map((use) => whatOf(use)));
  places.delete(null);
  return places.size === 0 ? action : `${action} (${[...places].join(", ")})`;
}
