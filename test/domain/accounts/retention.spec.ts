import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../core/contracts/limits.ts";
import {
  isPast,
  isRetention,
  isShortened,
  keptSince,
  retentionDaysOf,
} from "../../../core/domain/accounts/retention.ts";
import { RETRY_DELAYS_SEC } from "../../../core/domain/webhooks/retry-ladder.ts";
import { START } from "../../support/test-clock.ts";

const DAY_SEC = 86_400;
const nowSec = Math.floor(START.getTime() / 1000);
/** Returns the expiry time of something that began `daysAgo` days ago and was stored for 30 days. */
const ttlOf = (daysAgo: number) => nowSec + (LIMITS.retentionDays - daysAgo) * DAY_SEC;

describe("an account's retention", () => {
  it("is 30 days unless the account has its own", () => {
    expect(retentionDaysOf({})).toBe(30);
    expect(isShortened({})).toBe(false);
    expect(isShortened({ retention_days: 30 })).toBe(false);
    expect(retentionDaysOf({ retention_days: 7 })).toBe(7);
    expect(isShortened({ retention_days: 7 })).toBe(true);
  });

  it.each([
    [0, false],
    [1, true],
    [30, true],
    [31, false],
    [1.5, false],
    [Number.NaN, false],
  ])("of %s days is possible: %s", (days, expected) => {
    expect(isRetention(days)).toBe(expected);
  });

  it.each([1, 7, 29, 30])("of %s days ends what is older, and nothing younger", (retention_days) => {
    expect(isPast(ttlOf(retention_days + 0.001), { retention_days }, "other", START)).toBe(true);
    expect(isPast(ttlOf(retention_days - 0.001), { retention_days }, "other", START)).toBe(false);
  });

  it("counts a scheduled message from the time for which it is scheduled", () => {
    const dueInTwoDays = ttlOf(-2);

    expect(isPast(dueInTwoDays, { retention_days: 1 }, "other", START)).toBe(false);
  });

  it("ends no event before its ladder has ended", () => {
    const ladderSec = RETRY_DELAYS_SEC.reduce((sum, delay) => sum + delay + LIMITS.webhookAnswerSec, 0);
    const since = keptSince({ retention_days: 1 }, "event", START);

    expect((START.getTime() - since.getTime()) / 1000).toBeGreaterThan(ladderSec + LIMITS.webhookAnswerSec);
    expect(isPast(ttlOf(1.5), { retention_days: 1 }, "event", START)).toBe(false);
    expect(isPast(ttlOf(2.5), { retention_days: 1 }, "event", START)).toBe(true);
    expect(keptSince({ retention_days: 1 }, "broadcast", START)).toEqual(
      keptSince({ retention_days: 3 }, "other", START),
    );
    expect(keptSince({ retention_days: 7 }, "event", START)).toEqual(keptSince({ retention_days: 7 }, "other", START));
  });
});
