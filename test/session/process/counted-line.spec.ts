import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CountedLine } from "../../../session-service/process/counted-line.ts";

describe("a line of the log that strangers can cause", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is written at once, then once a minute with how many it stands for, and not at all when there were none", () => {
    const said: number[] = [];
    const line = new CountedLine((count) => said.push(count));
    for (let n = 0; n < 1_000; n++) line.note();
    expect(said).toEqual([1]);
    vi.advanceTimersByTime(60_000);
    expect(said).toEqual([1, 999]);
    line.note();
    vi.advanceTimersByTime(600_000);
    expect(said).toEqual([1, 999, 1]);
    line.note();
    expect(said).toEqual([1, 999, 1, 1]);
  });
});
