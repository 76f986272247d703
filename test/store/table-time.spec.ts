import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderedTable } from "../../core/store/ordered-table.ts";
import { readAhead } from "../../core/store/read-ahead.ts";
import type { Table } from "../../core/store/table.ts";
import { TableTime, timeAheadOf } from "../../core/store/table-time.ts";
import { timelyTable } from "../../core/store/timely-table.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { virtualTime } from "../support/models/virtual-time.ts";

const START = Date.parse("2026-11-20T10:00:00Z");

/** A request: the time since the previous request, and how long it takes to reach the table and to return. */
const REQUEST = fc.record({ afterMs: fc.nat(40_000), thereMs: fc.nat(400), backMs: fc.nat(400) });

/** Returns what a process learns about the time from a response if its clock is behind by `behindMs`. */
function told(at: number, behindMs: number, { thereMs, backMs }: { thereMs: number; backMs: number }) {
  const answeredAt = at + thereMs;
  return {
    told: Math.floor(answeredAt / 1_000) * 1_000,
    sentAt: at - behindMs,
    receivedAt: answeredAt + backMs - behindMs,
  };
}

describe("how far the table's clock is ahead", () => {
  it("always lies between what is believed, whatever the answers' ways and the clock's fault", () => {
    const skew = fc.integer({ min: -10_000, max: 10_000 });
    fc.assert(
      fc.property(skew, fc.array(REQUEST, { minLength: 1, maxLength: 40 }), (behindMs, requests) => {
        const time = new TableTime();
        let at = START;
        for (const request of requests) {
          at += request.afterMs;
          time.learn(told(at, behindMs, request));
          expect(time.ahead.leastMs).toBeLessThanOrEqual(behindMs);
          expect(time.ahead.mostMs).toBeGreaterThanOrEqual(behindMs);
          expect(time.ahead.mostMs - time.ahead.leastMs).toBeLessThanOrEqual(1_800);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is known to the requests' own time after a while, although answers tell whole seconds only", () => {
    const time = new TableTime();
    for (let n = 0; n < 50; n++) time.learn(told(START + n * 370, 5_000, { thereMs: 5, backMs: 5 }));
    expect(time.ahead.leastMs).toBeGreaterThan(4_950);
    expect(time.ahead.mostMs).toBeLessThan(5_050);
  });

  it("is learnt anew when a clock was set, and after a minute or two anyway", () => {
    const time = new TableTime();
    for (let n = 0; n < 50; n++) time.learn(told(START + n * 370, 5_000, { thereMs: 5, backMs: 5 }));
    time.learn(told(START + 20_000, 0, { thereMs: 5, backMs: 5 }));
    expect(time.ahead.leastMs).toBeLessThanOrEqual(0);
    expect(time.ahead.mostMs).toBeGreaterThanOrEqual(0);
    // Even when a clock drifts by 0.3 percent, earlier findings never contradict a new response.
    const drifting = new TableTime();
    for (let n = 0; n < 2_000; n++) {
      const behindMs = n * 3;
      drifting.learn(told(START + n * 1_000, behindMs, { thereMs: 5, backMs: 5 }));
      expect(drifting.ahead.mostMs).toBeGreaterThanOrEqual(behindMs - 400);
      expect(drifting.ahead.leastMs).toBeLessThanOrEqual(behindMs);
    }
  });

  it("is nothing as long as nobody told", () => {
    expect(new TableTime().ahead).toEqual({ leastMs: 0, mostMs: 0 });
    const plain: Table = new MemoryTable();
    expect(timeAheadOf(plain)).toEqual({ leastMs: 0, mostMs: 0 });
  });

  it("is known through whatever stands around the table", async () => {
    const ahead = { leastMs: 4_900, mostMs: 5_100 };
    const table = Object.assign(new MemoryTable(), { timeAhead: () => ahead });
    const time = virtualTime(START);
    const clock = { now: () => new Date(time.now()), until: async () => undefined };
    const ids = {
      next: <P extends string>(prefix: P) => `${prefix}_1` as const,
      random: (size: number) => Buffer.alloc(size),
    };
    const log = { info() {}, warn() {}, error() {} };
    expect(timeAheadOf(orderedTable(timelyTable(await readAhead(table, []), { clock, ids, log })))).toEqual(ahead);
  });
});
