import { nextTryAt } from "./retry-ladder.ts";

/** Posts whose worker died before it wrote the result; this many in a row count as one try. Our choice: docs/decisions. */
export const DEATHS_PER_TRY = 3;

/** What the policy needs to know of one waiting event. */
export interface PendingDelivery {
  /** When it came into this endpoint's lane. */
  queued_at: Date;
  /** When its next try is due. An event that was not tried yet is due at once, whatever stands here. */
  due: Date;
  expires_at: Date;
}

/** What the policy needs to know of the webhook. */
export interface EndpointSettings {
  url: string | null;
  /** When the URL was last removed: what waited then ends, also when a URL is set again. */
  ended_at: Date | null;
}

/**
 * The first rows of the endpoint lane's queues. `untried` is in event order (also what is kept while paused), `ladder`
 * by due time. Both leave out what is being posted, which is `inFlight`.
 */
export interface EndpointView<D extends PendingDelivery> {
  untried: D[];
  ladder: D[];
  inFlight: { untried: number; ladder: number };
}

/** Why an event ends without being delivered and without having failed. */
export type EndReason = "no_url" | "url_removed" | "expired";

export type EndpointStep<D> =
  | { kind: "post"; delivery: D; queue: "untried" | "ladder" }
  | { kind: "end"; delivery: D; reason: EndReason }
  /** Nothing may start now. `until` null: nothing waits but what is in flight. */
  | { kind: "wait"; until: Date | null };

/** @returns why this event must not be posted (any more); null when it may. Spec: Webhook, `url` null; Events, rule 7. */
export function endReason(delivery: PendingDelivery, settings: EndpointSettings, now: Date): EndReason | null {
  if (delivery.expires_at <= now) return "expired";
  if (settings.url === null) return "no_url";
  if (settings.ended_at !== null && delivery.queued_at <= settings.ended_at) return "url_removed";
  return null;
}

/**
 * The next thing to do for an endpoint, with at most `postsAtOnce` posts in flight. A retry that is due goes before new
 * events unless a retry is being posted already: so neither a long queue delays the ladder nor a dead endpoint's
 * retries the new events. New events start in order. Spec: Events › Delivery, rules 2 and 3.
 */
export function nextStep<D extends PendingDelivery>(
  view: EndpointView<D>,
  settings: EndpointSettings,
  postsAtOnce: number,
  now: Date,
): EndpointStep<D> {
  for (const delivery of [...view.untried, ...view.ladder]) {
    const reason = endReason(delivery, settings, now);
    if (reason) return { kind: "end", delivery, reason };
  }
  const untried = view.untried[0];
  const retry = view.ladder[0];
  const isRetryDue = retry !== undefined && retry.due <= now;
  if (view.inFlight.untried + view.inFlight.ladder < postsAtOnce) {
    if (isRetryDue && (view.inFlight.ladder === 0 || !untried))
      return { kind: "post", delivery: retry, queue: "ladder" };
    if (untried) return { kind: "post", delivery: untried, queue: "untried" };
  }
  return { kind: "wait", until: nextLook(view, settings, now) };
}

/** The earliest moment anything of the lane could go or end; null when nothing waits. */
export function nextLook(view: EndpointView<PendingDelivery>, settings: EndpointSettings, now: Date): Date | null {
  if (view.untried.length > 0) return now;
  const retry = view.ladder[0];
  if (!retry) return null;
  return endReason(retry, settings, now) || retry.due <= now ? now : retry.due;
}

/** What becomes of an event whose try got no 2xx. Spec: Webhook delivery; Events › Delivery, rule 2. */
export type AfterFailure = { kind: "retry"; tries: number; due: Date } | { kind: "failed"; tries: number };

/** @param triesBefore counted tries before the one that ended at `endedAt`. */
export function afterFailure(triesBefore: number, endedAt: Date): AfterFailure {
  const tries = triesBefore + 1;
  const due = nextTryAt(tries, endedAt);
  return due ? { kind: "retry", tries, due } : { kind: "failed", tries };
}
