import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideRate, type RateWindow } from "../../core/domain/rate-window.ts";

const MINUTE = Date.parse("2026-11-20T09:30:00Z");
const at = (seconds: number) => new Date(MINUTE + seconds * 1000);

/** Asks at these seconds, in order. @returns which passed. */
function ask(limit: number, seconds: number[]): boolean[] {
  let window: RateWindow | null = null;
  return seconds.map((second) => {
    const decision = decideRate(window, limit, at(second));
    if (decision.passes) window = decision.next;
    return decision.passes;
  });
}

describe("a limit of requests a minute", () => {
  it("lets the first ones pass, all at once, and refuses the next", () => {
    expect(ask(3, [0, 0, 0, 0, 59])).toEqual([true, true, true, false, false]);
  });

  it("allows no second burst at the minute's edge", () => {
    expect(ask(60, Array(120).fill(59)).filter(Boolean)).toHaveLength(60);
    expect(ask(60, [...Array(60).fill(59), ...Array(60).fill(61)]).filter(Boolean)).toHaveLength(61);
  });

  it("has forgotten everything after two quiet minutes", () => {
    expect(ask(2, [0, 0, 121, 121, 121])).toEqual([true, true, true, true, false]);
  });

  it("never lets more pass in any sixty seconds than twice the limit, nor in one minute than the limit", () => {
    const seconds = fc
      .array(fc.nat(300_000), { maxLength: 200 })
      .map((all) => all.map((ms) => ms / 1000).sort((a, b) => a - b));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), seconds, (limit, asked) => {
        const passed = asked.filter((_, i) => ask(limit, asked)[i]);
        for (let minute = 0; minute < 5; minute++) {
          const inMinute = passed.filter((second) => Math.floor(second / 60) === minute);
          expect(inMinute.length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("lets a request pass after Retry-After, which is at least one second", () => {
    const window = fc.record({
      current: fc.nat(60),
      previous: fc.nat(60),
      second: fc.integer({ min: 0, max: 59_999 }),
    });
    fc.assert(
      fc.property(window, ({ current, previous, second }) => {
        const stored = { minute: MINUTE / 60_000, current, previous };
        const refused = decideRate(stored, 60, at(second / 1000));
        if (refused.passes) return;
        expect(refused.retryAfterSec).toBeGreaterThanOrEqual(1);
        expect(decideRate(stored, 60, at(second / 1000 + refused.retryAfterSec)).passes).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("counts a window written by a clock ahead of ours as the present one", () => {
    const ahead = { minute: MINUTE / 60_000 + 1, current: 59, previous: 0 };
    expect(decideRate(ahead, 60, at(59))).toMatchObject({
      passes: true,
      next: { ...ahead, current: 60 },
      remaining: 0,
    });
  });
});
