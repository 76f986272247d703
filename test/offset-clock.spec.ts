import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { OffsetClock } from "../core/offset-clock.ts";

const HOUR_MS = 3_600_000;

describe("a wait on a clock that the machine sets", () => {
  const START_MS = Date.parse("2026-03-16T10:20:05Z");
  let setByMs = 0;
  let passedMs = 0;
  const clock = new OffsetClock(() => START_MS + passedMs + setByMs);
  beforeEach(() => {
    vi.useFakeTimers();
    [setByMs, passedMs] = [0, 0];
  });
  afterEach(() => void vi.useRealTimers());

  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      passedMs += 1_000;
      await vi.advanceTimersByTimeAsync(1_000);
    }
  }
  function wait(seconds: number): { isOver: boolean } {
    const state = { isOver: false };
    const at = new Date(clock.now().getTime() + seconds * 1_000);
    void clock.until(at).then(() => {
      state.isOver = true;
    });
    return state;
  }

  it("ends at its moment", async () => {
    const minute = wait(60);
    await pass(59);
    expect(minute.isOver).toBe(false);
    await pass(1);
    expect(minute.isOver).toBe(true);
  });

  it("takes no longer when the clock is set back", async () => {
    const minute = wait(60);
    await pass(10);
    setByMs = -24 * HOUR_MS;
    await pass(49);
    expect(minute.isOver).toBe(false);
    await pass(2);
    expect(minute.isOver).toBe(true);
  });

  it("ends within half a minute when the clock is set past its moment, also one of days", async () => {
    const days = wait(3 * 24 * 3_600);
    await pass(10);
    setByMs = 4 * 24 * HOUR_MS;
    await pass(30);
    expect(days.isOver).toBe(true);
  });
});
