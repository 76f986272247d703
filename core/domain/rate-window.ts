/** Requests counted in the minute `minute` (minutes since 1970) and in the one before it. */
export interface RateWindow {
  minute: number;
  current: number;
  previous: number;
}

/** What the next request is told. `remaining` counts after it; seconds are whole and at least 1 when it is refused. */
export type RateDecision =
  | { passes: true; next: RateWindow; remaining: number; resetSec: number }
  | { passes: false; retryAfterSec: number; resetSec: number };

const MINUTE_MS = 60_000;

/** The window as it stands at `now`; a stored minute ahead of this process's clock counts as the present one. */
export function windowAt(stored: RateWindow | null, now: Date): RateWindow {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (!stored || stored.minute < minute - 1) return { minute, current: 0, previous: 0 };
  if (stored.minute < minute) return { minute, current: 0, previous: stored.current };
  return stored;
}

/** How many requests the present minute may hold: the limit less the share of the minute before that still weighs. */
export function allowedNow(window: RateWindow, limit: number, now: Date): number {
  return Math.floor(limit - window.previous * (1 - elapsed(window, now)));
}

/**
 * A sliding window of two minute buckets: the first `limit` requests pass, and a minute's edge allows no second burst.
 * Spec: Limits, 600 requests a minute per account, 60 polls a minute per key.
 */
export function decideRate(stored: RateWindow | null, limit: number, now: Date): RateDecision {
  const window = windowAt(stored, now);
  const allowed = allowedNow(window, limit, now);
  const leftSec = ((1 - elapsed(window, now)) * MINUTE_MS) / 1000;
  const resetSec = Math.max(1, Math.ceil(leftSec));
  if (window.current < allowed) {
    const next = { ...window, current: window.current + 1 };
    return { passes: true, next, remaining: allowed - next.current, resetSec };
  }
  return { passes: false, retryAfterSec: Math.max(1, Math.ceil(waitSec(window, limit, now, leftSec))), resetSec };
}

/** Seconds until one more request passes when nobody else asks meanwhile. */
function waitSec(window: RateWindow, limit: number, now: Date, leftSec: number): number {
  const room = limit - window.current - 1;
  // Within this minute the previous one must have faded to `room`; in the next the present one to `limit - 1`.
  if (room >= 0) return (1 - room / window.previous - elapsed(window, now)) * 60;
  return leftSec + (1 - (limit - 1) / window.current) * 60;
}

function elapsed(window: RateWindow, now: Date): number {
  const share = (now.getTime() - window.minute * MINUTE_MS) / MINUTE_MS;
  return Math.min(1, Math.max(0, share));
}
