import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lookRound } from "../../../session-service/connection/look-round.ts";

const EVERY_MS = 5_000;

describe("the round of looks at all connections", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is one timer for all who joined, and none when the last has left", () => {
    const round = lookRound(EVERY_MS);
    const seen: string[] = [];
    const leave = ["a", "b", "c"].map((name) => round.join(() => seen.push(name)));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(EVERY_MS);
    expect(seen).toEqual(["a", "b", "c"]);
    for (const one of leave) one();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("goes on for the others when one leaves in the middle of it, also twice", () => {
    const round = lookRound(EVERY_MS);
    const seen: string[] = [];
    const leaveFirst = round.join(() => {
      seen.push("first");
      leaveFirst();
      leaveFirst();
    });
    round.join(() => seen.push("second"));
    vi.advanceTimersByTime(2 * EVERY_MS);
    expect(seen).toEqual(["first", "second", "second"]);
  });

  it("begins anew after it ended", () => {
    const round = lookRound(EVERY_MS);
    round.join(() => {})();
    const look = vi.fn();
    round.join(look);
    vi.advanceTimersByTime(EVERY_MS);
    expect(look).toHaveBeenCalledTimes(1);
  });
});
