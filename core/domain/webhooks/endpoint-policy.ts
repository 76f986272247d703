import { LIMITS } from "../../contracts/limits.ts";
import { nextTryAt } from "./retry-ladder.ts";

/**
 * If the worker keeps dying before it writes the result, this many consecutive posts count as one attempt. Rationale:
 * docs/decisions.
 */
export const DEATHS_PER_TRY = 3;

/** The fields of a waiting event that the policy uses. */
export interface PendingDelivery {
  /** When the event arrived in this endpoint's lane. */
  queued_at: Date;
  /**
   * When the event's next attempt is due. Ignored if no attempt has been made yet: the event is then due immediately.
   */
  due: Date;
  expires_at: Date;
  /** The life of the webhook at the event's last attempt, or null if the event hasn't been attempted yet. */
  life: number | null;
  /**
   * Whether this is a test event outside the tests queue. Its webhook's URL was removed, and no other webhook can use
   * it.
   */
  is_stray: boolean;
}

/** The webhook settings that the policy uses. */
export interface EndpointSettings {
  url: string | null;
  /** Whether posting is stopped because the account is about to be deleted. Waiting events stay in the lane. */
  is_stopped?: boolean;
  /** When the URL was last removed. Events that were waiting at that time are finished, even if a URL is set again. */
  ended_at: Date | null;
  life: number;
  /**
   * Whether the ladder may contain outdated rows: rows for a previous URL, or rows that no longer need to wait because
   * an attempt has been accepted.
   */
  is_ladder_stale: boolean;
  /** Whether a customer has requested an attempt that has not started yet. */
  is_try_asked: boolean;
  failing_since: Date | null;
  paused_at: Date | null;
  probe_at: Date | null;
}

/** The queues of events in an endpoint's lane. */
export type EndpointQueue = "tests" | "untried" | "ladder";

/**
 * The first rows in an endpoint lane's queues. `untried` is in event order and also contains the events held while the
 * endpoint is paused, and `ladder` is sorted by due time. Rows that are being posted aren't included but are counted in
 * `inFlight`, where a probe counts as untried.
 */
export interface EndpointView<D extends PendingDelivery> {
  tests: D[];
  untried: D[];
  ladder: D[];
  inFlight: Record<EndpointQueue, number>;
  /** Whether the last attempt in this run, if there was one, has failed. */
  has_failed?: boolean;
}

/** Why an event ends without having been delivered or having failed. */
export type EndReason = "no_url" | "url_removed" | "expired";

/** The next action to take for an endpoint. */
export type EndpointStep<D> =
  | { kind: "post"; delivery: D; queue: EndpointQueue }
  | { kind: "end"; delivery: D; reason: EndReason }
  /**
   * Moves the ladder's rows back into `untried`, because the endpoint is paused, has a different URL, or has accepted
   * an attempt.
   */
  | { kind: "requeue" }
  | { kind: "pause" }
  /** Posts a waiting event, or a test event if none is waiting, to find out whether the endpoint is working again. */
  | { kind: "probe" }
  /** Nothing can start now. `until` is null if all remaining posts are in flight. */
  | { kind: "wait"; until: Date | null };

/** Returns why this event must no longer be posted, or null if it can be. Spec: Webhook, `url` null; Events, rule 7. */
export function endReason(
  delivery: PendingDelivery,
  settings: Pick<EndpointSettings, "url" | "ended_at">,
  now: Date,
): EndReason | null {
  if (delivery.expires_at <= now) return "expired";
  if (settings.url === null) return "no_url";
  if (delivery.is_stray) return "url_removed";
  if (settings.ended_at !== null && delivery.queued_at <= settings.ended_at) return "url_removed";
  return null;
}

/**
 * Returns when an endpoint will be paused unless it accepts an attempt before then, or null if no attempt has failed.
 * Spec: Webhook delivery.
 */
export function pauseAt(settings: EndpointSettings): Date | null {
  if (settings.failing_since === null || settings.paused_at !== null) return null;
  return new Date(settings.failing_since.getTime() + LIMITS.webhookPauseAfterSec * 1000);
}

/** Returns when a paused endpoint is probed again, after a probe that started at `triedAt`. */
export const nextProbeAt = (triedAt: Date): Date => new Date(triedAt.getTime() + LIMITS.webhookProbeEverySec * 1000);

/**
 * Whether the ladder's rows must be moved back to `untried`, because they belong to a previous URL, or because the
 * endpoint is paused or has accepted an attempt.
 */
function mustRequeue(view: EndpointView<PendingDelivery>, settings: EndpointSettings): boolean {
  const retry = view.ladder[0];
  if (settings.is_ladder_stale) return true;
  return retry !== undefined && (settings.paused_at !== null || retry.life !== settings.life);
}

/**
 * Returns an event that a running gateway would have posted before the endpoint's pause was due, or undefined. If there
 * is one, the gateway itself was down, so the endpoint had no opportunity to accept anything and is asked once more.
 */
function unaskedBy<D extends PendingDelivery>(pause: Date, untried: D | undefined, retry: D | undefined) {
  if (retry && retry.due < pause) return { delivery: retry, queue: "ladder" } as const;
  return untried && ({ delivery: untried, queue: "untried" } as const);
}

/**
 * Returns the next action for an endpoint, with at most `postsAtOnce` posts in flight. A requested attempt has priority
 * over everything else. A due retry has priority over new events unless retries already account for half of the posts,
 * so a long queue of either kind can't delay the other. New events start in order. Spec: Events › Delivery, rules 2 and
 * 3; Webhook delivery.
 */
export function nextStep<D extends PendingDelivery>(
  view: EndpointView<D>,
  settings: EndpointSettings,
  postsAtOnce: number,
  now: Date,
): EndpointStep<D> {
  for (const delivery of [...view.tests, ...view.untried, ...view.ladder]) {
    const reason = endReason(delivery, settings, now);
    if (reason) return { kind: "end", delivery, reason };
  }
  const wait = (): EndpointStep<D> => ({ kind: "wait", until: nextCheck(view, settings, now) });
  if (settings.url === null || settings.is_stopped) return wait();
  const [test] = view.tests;
  const ordinary = view.inFlight.untried + view.inFlight.ladder;
  const hasRoom = ordinary + view.inFlight.tests < postsAtOnce;
  if (test && hasRoom) return { kind: "post", delivery: test, queue: "tests" };
  if (mustRequeue(view, settings)) return { kind: "requeue" };
  const isFree = hasRoom && ordinary === 0;
  if (settings.paused_at !== null) {
    const isDue = settings.is_try_asked || settings.probe_at === null || settings.probe_at <= now;
    return isDue && isFree ? { kind: "probe" } : wait();
  }
  // Posts in flight must finish first, because the response to the requested attempt determines what happens to all
  // waiting events.
  if (settings.is_try_asked) return isFree ? { kind: "probe" } : { kind: "wait", until: null };
  const pause = pauseAt(settings);
  // A post in flight may still be accepted, so wait for its response before pausing, and start nothing new.
  const isPauseDue = pause !== null && pause <= now;
  if (isPauseDue && ordinary > 0) return { kind: "wait", until: null };
  const [untried] = view.untried;
  const [retry] = view.ladder;
  if (isPauseDue) {
    const unasked = view.has_failed ? undefined : unaskedBy(pause, untried, retry);
    return unasked && hasRoom ? { kind: "post", ...unasked } : { kind: "pause" };
  }
  const isRetryDue = retry !== undefined && retry.due <= now;
  if (hasRoom) {
    if (isRetryDue && (view.inFlight.ladder < postsAtOnce / 2 || !untried)) {
      return { kind: "post", delivery: retry, queue: "ladder" };
    }
    if (untried) return { kind: "post", delivery: untried, queue: "untried" };
  }
  return wait();
}

/**
 * Returns the earliest time at which anything in the lane can be posted, finished, paused or retried, or null if there
 * is no such time.
 */
export function nextCheck(view: EndpointView<PendingDelivery>, settings: EndpointSettings, now: Date): Date | null {
  const heads = [view.tests[0], view.untried[0], view.ladder[0]].filter((head) => head !== undefined);
  if (heads.some((head) => endReason(head, settings, now))) return now;
  if (settings.url === null || settings.is_stopped) return null;
  if (view.tests.length > 0 || mustRequeue(view, settings)) return now;
  if (settings.is_try_asked) return now;
  if (settings.paused_at !== null) return settings.probe_at ?? now;
  if (view.untried.length > 0) return now;
  const moments = [pauseAt(settings), view.ladder[0]?.due ?? null].filter((at) => at !== null);
  if (moments.length === 0) return null;
  return new Date(Math.max(now.getTime(), Math.min(...moments.map((at) => at.getTime()))));
}

/**
 * An event's fate after an attempt that didn't get a 2xx response. Spec: Webhook delivery; Events › Delivery, rule 2.
 */
export type AfterFailure = { kind: "retry"; tries: number; due: Date } | { kind: "failed"; tries: number };

/**
 * Decides what happens to an event after a failed attempt. @param triesBefore the number of counted attempts before the
 * attempt that finished at `endedAt`.
 */
export function afterFailure(triesBefore: number, endedAt: Date): AfterFailure {
  const tries = triesBefore + 1;
  const due = nextTryAt(tries, endedAt);
  return due ? { kind: "retry", tries, due } : { kind: "failed", tries };
}
