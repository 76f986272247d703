import { allowedNow, decideRate, type RateDecision, type RateWindow, windowAt } from "../domain/rate-window.ts";
import { type Condition, ConditionFailed, type Item, type Key, type Table } from "../store/table.ts";

/** Counts one request against the window stored at `place`; a refused one is not counted. */
export interface RateLimiter {
  count(place: Key, limit: number, now: Date): Promise<RateDecision>;
}

/** Windows remembered per process: they spare the read, and a wrong memory costs one refused write. */
const REMEMBERED_MAX = 10_000;
/** So many others may write the same window between our look and our write before we let the request pass. */
const TRIES = 20;
const KEPT_SEC = 300;

/** Rate limits as one conditional update a request, judged on the stored window. Spec: Limits. */
export function rateLimiter(table: Table): RateLimiter {
  const remembered = new Map<string, RateWindow>();

  function remember(place: Key, window: RateWindow): void {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(`${place.pk}|${place.sk}`, window);
  }

  async function count(place: Key, limit: number, now: Date): Promise<RateDecision> {
    let known = remembered.get(`${place.pk}|${place.sk}`) ?? null;
    let isFresh = false;
    for (let attempt = 0; ; attempt++) {
      const decision = decideRate(known, limit, now);
      if (!decision.passes && isFresh) return decision;
      try {
        const stored = await write(place, known, limit, now);
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

  /** @throws ConditionFailed when the stored window is another than `known`, or full. */
  async function write(place: Key, known: RateWindow | null, limit: number, now: Date): Promise<RateWindow> {
    const window = windowAt(known, now);
    const ttl = (window.minute + 1) * 60 + KEPT_SEC;
    if (known && known.minute === window.minute) {
      // The previous minute's count no longer changes, so this claim is the whole rule.
      const item = await table.write({
        update: place,
        add: { current: 1 },
        if: [
          { field: "minute", op: "=", value: window.minute },
          { field: "previous", op: "=", value: window.previous },
          { field: "current", op: "<", value: allowedNow(window, limit, now) },
        ],
      });
      return item ? asWindow(item) : window;
    }
    const asKnown: Condition = known
      ? [
          { field: "minute", op: "=", value: known.minute },
          { field: "current", op: "=", value: known.current },
        ]
      : [{ item: "absent" }];
    const item = await table.write({
      update: place,
      set: { minute: window.minute, previous: window.previous, current: 1, ttl },
      if: asKnown,
    });
    return item ? asWindow(item) : { ...window, current: 1 };
  }

  return { count };
}

const asWindow = (item: Item): RateWindow => ({
  minute: Number(item.minute),
  current: Number(item.current),
  previous: Number(item.previous),
});
