import { MINUTE_MS } from "../../contracts/durations.ts";
import { isFromClockAhead } from "./clock-set-back.ts";

/** The requests made in `minute` (minutes since 1970) and in the minute before it, counted per second. */
export interface RateWindow {
  minute: number;
  current: number;
  /**
   * The number of requests in `current` by second, 0 to 59. Requests whose second is unknown are counted in the last
   * second, to be on the safe side.
   */
  seconds: readonly number[];
  previous: number;
  previousSeconds: readonly number[];
}

/**
 * The decision on a request. `remaining` is the number of requests left after it. Times are in whole seconds, and the
 * wait after a refusal is at least 1 second.
 */
export type RateDecision =
  | { passes: true; next: RateWindow; remaining: number; resetSec: number }
  | { passes: false; retryAfterSec: number; resetSec: number };

const MINUTE_SEC = 60;
const NONE: readonly number[] = [];

/**
 * Returns the window at `now`. If the stored minute is a little ahead of this process's clock, it is treated as the
 * current minute. A minute further ahead is from before the machine's clock was set back, and is forgotten.
 */
export function windowAt(stored: RateWindow | null, now: Date): RateWindow {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (stored && stored.minute >= minute && !isFromClockAhead(stored.minute * MINUTE_MS, now)) return stored;
  const isNext = stored?.minute === minute - 1;
  return {
    minute,
    current: 0,
    seconds: NONE,
    previous: isNext ? stored.current : 0,
    previousSeconds: isNext ? stored.seconds : NONE,
  };
}

/**
 * Returns the second of the window's minute in which a request at `now` is counted, or 0 if the clock hasn't reached
 * that minute yet.
 */
export function secondOf(window: RateWindow, now: Date): number {
  return Math.max(0, Math.floor(elapsedSec(window, now)));
}

/**
 * Returns how many requests fit into the current minute: the limit minus the requests of the previous minute that are
 * less than a minute old. All requests in the boundary second are included.
 */
export function allowedNow(window: RateWindow, limit: number, now: Date): number {
  return limit - countFrom(window.previous, window.previousSeconds, secondOf(window, now));
}

/**
 * Decides whether a request passes, based on a second-by-second log of two minutes. No sixty-second period contains
 * more than `limit` requests, the first `limit` requests pass immediately, and a request stops counting at most a
 * second after it is a minute old. The number allowed in a minute depends only on the previous minute, which can no
 * longer change, so concurrent requests need no coordination. Spec: Limits, 600 requests a minute per account, 60 polls
 * a minute per key.
 */
export function decideRate(stored: RateWindow | null, limit: number, now: Date): RateDecision {
  const window = windowAt(stored, now);
  const allowed = allowedNow(window, limit, now);
  if (window.current >= allowed) {
    return { passes: false, retryAfterSec: waitSec(window, limit, now), resetSec: wholeAgainSec(window, now) };
  }
  const next = counted(window, now);
  return { passes: true, next, remaining: allowed - next.current, resetSec: wholeAgainSec(next, now) };
}

/** Returns the window after counting another request, made at `now`. */
export function counted(window: RateWindow, now: Date): RateWindow {
  const seconds = Array.from({ length: MINUTE_SEC }, (_, second) => window.seconds[second] ?? 0);
  const second = secondOf(window, now);
  seconds[second] = (seconds[second] ?? 0) + 1;
  return { ...window, current: window.current + 1, seconds };
}

/** Returns how many of `total` requests were made at or after this second. */
function countFrom(total: number, seconds: readonly number[], second: number): number {
  if (second >= MINUTE_SEC) return 0;
  return total - seconds.slice(0, second).reduce((sum, count) => sum + count, 0);
}

/** Returns the number of whole seconds until another request is allowed, if none are made in the meantime. */
function waitSec(window: RateWindow, limit: number, now: Date): number {
  const elapsed = elapsedSec(window, now);
  const at = (second: number) => Math.max(1, Math.ceil(second - elapsed));
  if (window.current < limit) {
    // The previous minute's requests expire second by second, so there is room again by the end of this minute.
    let second = secondOf(window, now) + 1;
    while (window.current >= limit - countFrom(window.previous, window.previousSeconds, second)) second++;
    return at(second);
  }
  let second = 1;
  while (countFrom(window.current, window.seconds, second) >= limit) second++;
  return at(MINUTE_SEC + second);
}

/**
 * Returns the number of whole seconds until the full limit is available again, if no requests are made in the meantime.
 */
function wholeAgainSec(window: RateWindow, now: Date): number {
  const lastUsed = (total: number, seconds: readonly number[]) => {
    let second = MINUTE_SEC;
    while (second > 0 && countFrom(total, seconds, second - 1) === 0) second--;
    return second;
  };
  const end =
    window.current > 0
      ? MINUTE_SEC + lastUsed(window.current, window.seconds)
      : lastUsed(window.previous, window.previousSeconds);
  return Math.max(1, Math.ceil(end - elapsedSec(window, now)));
}

/**
 * Returns the number of seconds since the window's minute started: less than 60, or negative if the clock hasn't
 * reached that minute yet.
 */
const elapsedSec = (window: RateWindow, now: Date): number => (now.getTime() - window.minute * MINUTE_MS) / 1000;
