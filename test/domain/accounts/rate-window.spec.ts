import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideRate, type RateWindow } from "../../../core/domain/accounts/rate-window.ts";

const MINUTE = Date.parse("2026-11-20T09:30:00Z");
const at = (seconds: number) => new Date(MINUTE + seconds * 1000);
const NEVER = { seconds: [], previous: 0, previousSeconds: [] };

/** Sends requests at these seconds, in order. @returns whether each request passed. */
function ask(limit: number, seconds: number[]): boolean[] {
  let window: RateWindow | null = null;
  return seconds.map((second) => {
    const decision = decideRate(window, limit, at(second));
    if (decision.passes) window = decision.next;
    return decision.passes;
  });
}

/** Returns the largest number of these moments in any 60-second window. A window includes only one of its two ends. */
function mostInAMinute(moments: number[]): number {
  const sorted = [...moments].sort((a, b) => a - b);
  return Math.max(0, ...sorted.map((end) => sorted.filter((one) => one > end - 60 && one <= end).length));
}

/** Request times in seconds, with bursts, trickles and pauses. */
const ARRIVALS = fc
  .array(
    fc.record({ pause: fc.oneof(fc.constant(0), fc.nat(900), fc.nat(70_000)), burst: fc.integer({ min: 1, max: 12 }) }),
    {
      maxLength: 40,
    },
  )
  .map((steps) => {
    let now = 0;
    return steps.flatMap(({ pause, burst }) => {
      now += pause / 1000;
      return Array.from({ length: burst }, () => now);
    });
  });

describe("a limit of requests a minute", () => {
  it("lets the first ones pass, all at once, and refuses the next", () => {
    expect(ask(3, [0, 0, 0, 0, 59])).toEqual([true, true, true, false, false]);
  });

  it("allows no second burst at the minute's edge", () => {
    expect(ask(60, Array(120).fill(59)).filter(Boolean)).toHaveLength(60);
    expect(ask(60, [...Array(60).fill(59), ...Array(60).fill(61)]).filter(Boolean)).toHaveLength(60);
    expect(ask(60, [...Array(60).fill(59.2), ...Array(90).fill(120.1)]).filter(Boolean)).toHaveLength(120);
  });

  it("has forgotten everything after two quiet minutes", () => {
    expect(ask(2, [0, 0, 121, 121, 121])).toEqual([true, true, true, true, false]);
  });

  it("never lets more than the limit pass in any sixty seconds, wherever they begin", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), ARRIVALS, fc.nat(59_999), (limit, arrivals, from) => {
        const moments = arrivals.map((moment) => moment + from / 1000);
        const passes = ask(limit, moments);
        expect(mostInAMinute(moments.filter((_, i) => passes[i]))).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 500 },
    );
  });

  it("refuses nobody when the last sixty-one seconds held fewer: the second a request fell in counts as a whole", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), ARRIVALS, fc.nat(59_999), (limit, arrivals, from) => {
        const moments = arrivals.map((moment) => moment + from / 1000);
        const passes = ask(limit, moments);
        for (const [i, moment] of moments.entries()) {
          const before = moments.filter((one, n) => n < i && passes[n] && one > moment - 61);
          if (before.length < limit) expect(passes[i], `the request at ${moment} s`).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("lets 600 through at once, and 600 again a minute and a second later", () => {
    const burst = (second: number) => Array<number>(700).fill(second);
    expect(ask(600, [...burst(30.5), ...burst(90.4), ...burst(91.5)]).filter(Boolean)).toHaveLength(1_200);
  });

  it("says truly when the next passes, and when all are free again", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), ARRIVALS, (limit, arrivals) => {
        let window: RateWindow | null = null;
        for (const moment of arrivals) {
          const decision = decideRate(window, limit, at(moment));
          expect(Number.isInteger(decision.resetSec) && decision.resetSec >= 1).toBe(true);
          if (decision.passes) window = decision.next;
          else {
            expect(decision.retryAfterSec).toBeGreaterThanOrEqual(1);
            expect(decideRate(window, limit, at(moment + decision.retryAfterSec)).passes).toBe(true);
            // The wait is no longer than necessary: two seconds earlier, no request passes.
            const early = decision.retryAfterSec - 2;
            if (early > 0) expect(decideRate(window, limit, at(moment + early)).passes).toBe(false);
          }
          const whole = decideRate(window, limit, at(moment + decision.resetSec));
          expect(whole).toMatchObject({ passes: true, remaining: limit - 1 });
        }
      }),
      { numRuns: 300 },
    );
  });

  it("counts down what remains", () => {
    expect(decideRate(null, 60, at(0))).toMatchObject({ passes: true, remaining: 59 });
  });

  it("counts a window written by a clock ahead of ours as the present one", () => {
    const ahead = { ...NEVER, minute: MINUTE / 60_000 + 1, current: 59 };
    expect(decideRate(ahead, 60, at(59))).toMatchObject({
      passes: true,
      next: { minute: ahead.minute, current: 60 },
      remaining: 0,
    });
  });

  it("counts what it knows no second of as of the last one", () => {
    const stored = { ...NEVER, minute: MINUTE / 60_000 - 1, current: 60 };
    expect(decideRate(stored, 60, at(59.9)).passes).toBe(false);
    expect(decideRate(stored, 60, at(60)).passes).toBe(true);
  });
});
