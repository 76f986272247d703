import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import { Asks } from "../../../session-service/lane/asks.ts";
import { stillClock } from "../../support/test-clock.ts";

/** Creates queries that can't wake the lane. A failed wake-up only writes a log line. */
function asks() {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const deps = { clock: stillClock(), log, table: {}, wakeups: {}, ids: {} } as unknown as LaneDeps; // all else is not reached
  return new Asks(deps, { instance_id: "inst_1", account_id: "acc_1", fence: 1 });
}

/** Advances the clock until the work settles. @returns the outcome, and how long it took in ms. */
async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  let outcome: { of: T } | null = null;
  void work.then((of) => {
    outcome = { of };
  });
  let ms = 0;
  for (; outcome === null; ms++) await vi.advanceTimersByTimeAsync(1);
  return [(outcome as { of: T }).of, ms];
}

const never = () => new Promise<void>(() => {});
const within = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe("a query that the network never answers", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("delays the messages behind it by a second, and a hundred more such queries by less than half a second", async () => {
    const its = asks();
    let waited = 0;
    for (let n = 0; n <= 100; n++) waited += (await timed(its.ask(`row ${n}`, never)))[1];
    expect(waited).toBeLessThan(1_500);
  });

  it("keeps no answer that is slower than the little patience from the message that it is for", async () => {
    const its = asks();
    await timed(its.ask("silent", never));

    expect((await timed(its.ask("slow", within(80))))[0]).toBe("asking");
    await vi.advanceTimersByTimeAsync(80);
    expect((await timed(its.ask("slow", within(80))))[0]).toBe("answered");
    expect(its.resting(stillClock().now()).map(([sk]) => sk)).toEqual(["silent"]);
  });
});
