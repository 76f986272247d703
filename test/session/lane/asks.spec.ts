import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LaneDeps } from "../../../core/lanes/lane.ts";
import { NoDevice } from "../../../session-service/baileys/outbound/recipients.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { Asks } from "../../../session-service/lane/asks.ts";
import { stillClock } from "../../support/test-clock.ts";

/** Creates queries that can't wake the lane. A failed wake-up only writes a log line. */
function asks() {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const deps = { clock: stillClock(), log, table: {}, wakeups: {}, ids: {} } as unknown as LaneDeps; // all else is not reached
  return new Asks(deps, { instance_id: "inst_1", account_id: "acc_1", fence: 1 });
}

const failing = (error: Error) => () => Promise.reject(error);

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

describe("an answer that a person has no device", () => {
  it("is counted by itself: silence before it is no such answer, and silence between two changes nothing", async () => {
    const its = asks();
    for (let n = 0; n < 5; n++) await its.ask("row", failing(new AnswerUnknown("devices")));
    expect(its.answersWithoutDevice("row")).toBe(0);
    await its.ask("row", failing(new NoDevice()));
    await its.ask("row", failing(new AnswerUnknown("devices")));
    await its.ask("row", failing(new NoDevice()));
    expect(its.answersWithoutDevice("row")).toBe(2);
    await its.ask("row", async () => {});
    expect(its.answersWithoutDevice("row")).toBe(0);
  });
});

describe("answers without a device that each come too late for their check", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("end the message all the same, at the check after the third", async () => {
    const its = asks();
    const late = () => within(3_000)().then(() => Promise.reject(new NoDevice()));
    for (let n = 0; n < 3; n++) {
      expect((await timed(its.ask("row", late)))[0]).toBe("asking");
      await vi.advanceTimersByTimeAsync(5_000);
    }

    expect((await timed(its.ask("row", late)))[0]).toBeInstanceOf(NoDevice);
    expect((await timed(its.ask("row", late, "somebody else")))[0]).toBe("asking");
  });
});

describe("the row of a broadcast, which is about one person after another", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("never takes what the network says of one person for the next: not while that is asked, and not later", async () => {
    const its = asks();
    const withoutDevice = () => within(3_000)().then(() => Promise.reject(new NoDevice()));
    expect((await timed(its.ask("broadcast", withoutDevice, "Ana")))[0]).toBe("asking");
    expect((await timed(its.ask("broadcast", within(2_500), "Ben")))[0]).toBe("asking");
    await vi.advanceTimersByTimeAsync(5_000);

    expect((await timed(its.ask("broadcast", never, "Carla")))[0]).toBe("asking");
    expect(its.answersWithoutDevice("broadcast")).toBe(0);
  });
});
