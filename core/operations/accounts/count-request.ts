import { allowanceMonth } from "../../domain/accounts/plan-rules.ts";
import {
  allowedNow,
  counted,
  decideRate,
  type RateDecision,
  type RateWindow,
  secondOf,
  windowAt,
} from "../../domain/accounts/rate-window.ts";
import { type Condition, ConditionFailed, type Item, type Key, type Table, type Write } from "../../store/table.ts";

/**
 * `monthUsed` means that the current minute still has room but the month's allowance is used up. In that case,
 * `retryAfterSec` is the time until the next month.
 */
export type CountDecision =
  | (RateDecision & { monthUsed?: false })
  | (RateDecision & { passes: false; monthUsed: true });

/** Counts one request against the window stored at `place`, unless the request is refused. */
export interface RateLimiter {
  /**
   * @param perMonth the plan's allowance per calendar month (UTC), counted by the same write. If omitted, there is no
   * monthly limit.
   */
  count(place: Key, limit: number, now: Date, perMonth?: number): Promise<CountDecision>;
}

/** The stored counts: those of the window, plus the month's if the plan has a monthly allowance. */
interface Counted extends RateWindow {
  month?: string;
  of_month?: number;
}

/**
 * The number of windows to remember per process. Remembering them saves reads, and an outdated window costs only one
 * refused write.
 */
const REMEMBERED_MAX = 10_000;
/**
 * How many times other requests may change the window between this request's read and write before this request is
 * refused. Only the first requests of a minute can collide, so in practice this never happens. Accepting the request
 * uncounted would make the limit inexact.
 */
const TRIES = 20;
const KEPT_SEC = 300;
/** How long to retain a monthly count. It is needed until the month ends. */
const MONTH_KEPT_SEC = 32 * 86_400;

/**
 * Creates a limiter that makes one conditional update to the stored window per request. Spec: Limits; plan allowances.
 */
export function rateLimiter(table: Table): RateLimiter {
  const remembered = new Map<string, Counted>();

  function remember(place: Key, window: Counted): void {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(`${place.pk}|${place.sk}`, window);
  }

  async function count(place: Key, limit: number, now: Date, perMonth?: number): Promise<CountDecision> {
    let known = remembered.get(`${place.pk}|${place.sk}`) ?? null;
    let isFresh = false;
    for (let attempt = 0; ; attempt++) {
      const decision = decideRate(known, limit, now);
      if (!decision.passes && isFresh) return decision;
      if (perMonth !== undefined && ofMonth(known, now) >= perMonth) {
        if (isFresh) return { passes: false, monthUsed: true, ...untilNextMonth(now), resetSec: decision.resetSec };
        known = await read(place);
        isFresh = true;
        continue;
      }
      try {
        const stored = await write(place, known, { limit, perMonth }, now);
        remember(place, stored);
        const after = { remaining: Math.max(0, allowedNow(stored, limit, now) - stored.current) };
        return { passes: true, next: stored, ...after, resetSec: decision.resetSec };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        known = error.item && asWindow(error.item);
        isFresh = true;
        if (known) remember(place, known);
        if (attempt >= TRIES) return { passes: false, retryAfterSec: 1, resetSec: 1 };
      }
    }
  }

  async function read(place: Key): Promise<Counted | null> {
    const item = await table.get(place);
    return item && asWindow(item);
  }

  /** @throws ConditionFailed if the stored window differs from `known` or is full. */
  async function write(place: Key, known: Counted | null, limits: Limits, now: Date): Promise<Counted> {
    const window = windowAt(known, now);
    if (known && known.minute === window.minute) {
      const item = await table.write(oneMore(place, window, limits, now));
      return item ? asWindow(item) : window;
    }
    const next: Counted = {
      ...counted(window, now),
      ...(limits.perMonth !== undefined && { month: monthOf(now), of_month: ofMonth(known, now) + 1 }),
    };
    await table.write(newMinute(place, known, next, window, now));
    return next;
  }

  return { count };
}

/** The limits to check a window against. */
interface Limits {
  limit: number;
  perMonth: number | undefined;
}

/**
 * Builds the write that counts one more request in the stored minute. The previous minute's count can't change anymore,
 * so the condition enforces the whole limit.
 */
function oneMore(place: Key, window: RateWindow, { limit, perMonth }: Limits, now: Date): Write {
  return {
    update: place,
    add: { current: 1, ...inSecond(window, now), ...(perMonth !== undefined && { of_month: 1 }) },
    if: [
      { field: "minute", op: "=", value: window.minute },
      { field: "previous", op: "=", value: window.previous },
      { field: "current", op: "<", value: allowedNow(window, limit, now) },
      // A minute never spans two months, so this count belongs to the stored minute's month.
      ...(perMonth === undefined ? [] : [{ field: "of_month", op: "<" as const, value: perMonth }]),
    ],
  };
}

/** Builds the write that replaces the window that was read with a new minute and its first request. */
function newMinute(place: Key, known: Counted | null, next: Counted, window: RateWindow, now: Date): Write {
  const { minute, current, previous, month, of_month } = next;
  return {
    put: {
      ...place,
      minute,
      current,
      ...inSecond(window, now),
      previous,
      before: textOf(window.previousSeconds),
      ttl: (minute + 1) * 60 + (month === undefined ? KEPT_SEC : MONTH_KEPT_SEC),
      ...(month !== undefined && { month, of_month }),
    },
    if: asKnown(known),
  };
}

const inSecond = (window: RateWindow, now: Date) => ({ [`${SECOND}${secondOf(window, now)}`]: 1 });

const monthOf = (now: Date) => allowanceMonth(now).month;

/** Returns the number of requests counted in the current month, as far as this process knows. */
const ofMonth = (known: Counted | null, now: Date) => (known?.month === monthOf(now) ? (known.of_month ?? 0) : 0);

const untilNextMonth = (now: Date) => ({
  retryAfterSec: Math.max(1, Math.ceil((allowanceMonth(now).next.getTime() - now.getTime()) / 1000)),
});

/**
 * Builds the condition that the stored window hasn't changed since it was read. Checking the total is enough: the
 * per-second counts only change together with it.
 */
function asKnown(known: Counted | null): Condition {
  if (!known) return [{ item: "absent" }];
  const { minute, current, of_month } = known;
  return [
    { field: "minute", op: "=", value: minute },
    { field: "current", op: "=", value: current },
    ...(of_month === undefined ? [] : [{ field: "of_month", op: "=" as const, value: of_month }]),
  ];
}

/**
 * The prefix of the fields `s0` to `s59`, which count the requests in each second of the current minute. The previous
 * minute's counts are stored as a single string.
 */
const SECOND = "s";
const SECONDS = Array.from({ length: 60 }, (_, second) => `${SECOND}${second}`);
/** Encodes the per-second counts as a string, omitting trailing zeros. */
function textOf(counts: readonly number[]): string {
  const used = counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
  return used.map((count) => (count === 0 ? "" : count.toString(36))).join(".");
}
const countsOf = (text: string) => text.split(".").map((count) => Number.parseInt(count || "0", 36));

const asWindow = (item: Item): Counted => ({
  minute: Number(item.minute),
  current: Number(item.current),
  seconds: SECONDS.map((field) => Number(item[field] ?? 0)),
  previous: Number(item.previous),
  previousSeconds: countsOf(String(item.before ?? "")),
  ...(typeof item.month === "string" && { month: item.month, of_month: Number(item.of_month) }),
});
