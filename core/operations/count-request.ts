import { allowanceMonth } from "../domain/plan-rules.ts";
import { allowedNow, decideRate, type RateDecision, type RateWindow, windowAt } from "../domain/rate-window.ts";
import { type Condition, ConditionFailed, type Item, type Key, type Table } from "../store/table.ts";

/** `monthUsed`: the minute has room, the month has none; `retryAfterSec` is until the next one begins. */
export type CountDecision =
  | (RateDecision & { monthUsed?: false })
  | (RateDecision & { passes: false; monthUsed: true });

/** Counts one request against the window stored at `place`; a refused one is not counted. */
export interface RateLimiter {
  /** @param perMonth a plan's allowance of a calendar month (UTC), counted by the same write; left out: none. */
  count(place: Key, limit: number, now: Date, perMonth?: number): Promise<CountDecision>;
}

/** What is stored: the window, and the month's count where there is an allowance. */
interface Counted extends RateWindow {
  month?: string;
  of_month?: number;
}

/** Windows remembered per process: they spare the read, and a wrong memory costs one refused write. */
const REMEMBERED_MAX = 10_000;
/** So many others may write the same window between our look and our write before we let the request pass. */
const TRIES = 20;
const KEPT_SEC = 300;
/** A month's count is needed to its end. */
const MONTH_KEPT_SEC = 32 * 86_400;

/** Rate limits as one conditional update a request, judged on the stored window. Spec: Limits; plan allowances. */
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
        // Contention is no reason to refuse anybody: the window is at most a few requests off.
        if (attempt >= TRIES) return { passes: true, next: windowAt(known, now), remaining: 0, resetSec: 1 };
      }
    }
  }

  async function read(place: Key): Promise<Counted | null> {
    const item = await table.get(place);
    return item && asWindow(item);
  }

  /** @throws ConditionFailed when the stored window is another than `known`, or full. */
  async function write(
    place: Key,
    known: Counted | null,
    { limit, perMonth }: { limit: number; perMonth: number | undefined },
    now: Date,
  ): Promise<Counted> {
    const window = windowAt(known, now);
    const ttl = (window.minute + 1) * 60 + (perMonth === undefined ? KEPT_SEC : MONTH_KEPT_SEC);
    if (known && known.minute === window.minute) {
      // The previous minute's count no longer changes, so this claim is the whole rule.
      const item = await table.write({
        update: place,
        add: { current: 1, ...(perMonth !== undefined && { of_month: 1 }) },
        if: [
          { field: "minute", op: "=", value: window.minute },
          { field: "previous", op: "=", value: window.previous },
          { field: "current", op: "<", value: allowedNow(window, limit, now) },
          // A minute lies within one month, so its count is of that month.
          ...(perMonth === undefined ? [] : [{ field: "of_month", op: "<" as const, value: perMonth }]),
        ],
      });
      return item ? asWindow(item) : window;
    }
    const asKnown: Condition = known
      ? [
          { field: "minute", op: "=", value: known.minute },
          { field: "current", op: "=", value: known.current },
          ...(known.of_month === undefined ? [] : [{ field: "of_month", op: "=" as const, value: known.of_month }]),
        ]
      : [{ item: "absent" }];
    const item = await table.write({
      update: place,
      set: {
        minute: window.minute,
        previous: window.previous,
        current: 1,
        ttl,
        ...(perMonth !== undefined && { month: monthOf(now), of_month: ofMonth(known, now) + 1 }),
      },
      if: asKnown,
    });
    return item ? asWindow(item) : { ...window, current: 1 };
  }

  return { count };
}

const monthOf = (now: Date) => allowanceMonth(now).month;

/** Requests counted in the present month so far, as far as this knows. */
const ofMonth = (known: Counted | null, now: Date) => (known?.month === monthOf(now) ? (known.of_month ?? 0) : 0);

const untilNextMonth = (now: Date) => ({
  retryAfterSec: Math.max(1, Math.ceil((allowanceMonth(now).next.getTime() - now.getTime()) / 1000)),
});

const asWindow = (item: Item): Counted => ({
  minute: Number(item.minute),
  current: Number(item.current),
  previous: Number(item.previous),
  ...(typeof item.month === "string" && { month: item.month, of_month: Number(item.of_month) }),
});
