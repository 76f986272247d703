import { describe, expect, it } from "vitest";
import { nextTryAt, RETRY_DELAYS_SEC, TRIES } from "../../../core/domain/webhooks/retry-ladder.ts";

const ENDED = new Date("2026-11-20T09:30:00.250Z");

describe("the retry ladder", () => {
  it.each([
    [1, "2026-11-20T09:30:10.250Z"],
    [2, "2026-11-20T09:31:00.250Z"],
    [3, "2026-11-20T09:35:00.250Z"],
    [4, "2026-11-20T10:00:00.250Z"],
    [5, "2026-11-20T10:30:00.250Z"],
    [6, "2026-11-20T11:30:00.250Z"],
    [7, "2026-11-20T13:30:00.250Z"],
    [8, "2026-11-20T15:30:00.250Z"],
    [9, "2026-11-20T21:30:00.250Z"],
  ])("plans the try after %i failed ones from the end of the last", (failed, due) => {
    expect(nextTryAt(failed, ENDED)?.toISOString()).toBe(due);
  });

  it("ends after ten tries", () => {
    expect(TRIES).toBe(10);
    expect(nextTryAt(10, ENDED)).toBeNull();
  });

  it("takes a little over 25 hours in all", () => {
    expect(RETRY_DELAYS_SEC.reduce((sum, sec) => sum + sec, 0)).toBe(25 * 3600 + 36 * 60 + 10);
  });
});
