import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../core/contracts/durations.ts";
import {
  added,
  inHour,
  localPlace,
  messageSums,
  personSums,
  timeSums,
  timesOf,
} from "../../../core/domain/figures/figures.ts";

describe("a time that is counted", () => {
  it.each([
    [0, 0],
    [5 * MINUTE_MS, 0],
    [5 * MINUTE_MS + 1, 1],
    [30 * MINUTE_MS, 1],
    [2 * HOUR_MS, 2],
    [2 * HOUR_MS + 1, 3],
    [DAY_MS, 4],
    [DAY_MS + 1, 5],
    [-60_000, 0],
  ])("of %d ms is in class %d", (ms, place) => {
    const { count, seconds, classes } = timesOf("answer", timeSums("answer", ms));

    expect(count).toBe(1);
    expect(seconds).toBe(Math.round(Math.max(0, ms) / 1000));
    expect(classes).toEqual(Array.from({ length: 6 }, (_, n) => Number(n === place)));
  });

  it("of a case from before the team closed chats is left out", () => {
    expect(timeSums("close", 30 * DAY_MS)).not.toEqual({});
    expect(timeSums("close", 30 * DAY_MS + 1)).toEqual({});
  });

  it("adds up with others, each kind by itself", () => {
    const sums = added(added(timeSums("answer", 60_000), timeSums("answer", HOUR_MS)), timeSums("close", DAY_MS));

    expect(timesOf("answer", sums)).toEqual({ count: 2, seconds: 3_660, classes: [1, 0, 1, 0, 0, 0] });
    expect(timesOf("close", sums)).toEqual({ count: 1, seconds: 86_400, classes: [0, 0, 0, 0, 1, 0] });
  });
});

describe("a message that is counted", () => {
  const at = 0;

  it("is in its hour, and a member's is theirs without one", () => {
    expect(inHour(messageSums({ direction: "in", at }), 7)).toEqual({ i7: 1 });
    expect(inHour(messageSums({ direction: "out", at, isAutomatic: true }), 23)).toEqual({ o23: 1, m: 1 });
    expect(inHour(messageSums({ direction: "out", at, waited_ms: 61_000 }), 0)).toEqual({
      o0: 1,
      an: 1,
      as: 61,
      a0: 1,
    });
    expect(personSums({ direction: "out", at, waited_ms: 61_000 })).toEqual({ o: 1, an: 1, as: 61, a0: 1 });
  });

  it.each([
    ["2026-11-20T23:59:59Z", "UTC", "2026-11-20", 23],
    ["2026-11-21T02:59:59Z", "America/Sao_Paulo", "2026-11-20", 23],
    ["2026-11-20T18:29:59Z", "Asia/Kolkata", "2026-11-20", 23],
    ["2026-11-20T18:30:00Z", "Asia/Kolkata", "2026-11-21", 0],
    ["2026-11-20T10:00:00Z", "Pacific/Kiritimati", "2026-11-21", 0],
  ])("at %s counts in %s on %s at %d", (time, zone, day, hour) => {
    expect(localPlace(Date.parse(time), zone)).toEqual({ day, hour });
  });
});
