import { describe, expect, it } from "vitest";
import { forecast } from "../../../core/domain/broadcasts/forecast.ts";
import { warnOf } from "../../../core/domain/broadcasts/warn-of.ts";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";

const MORNING = new Date("2026-11-20T08:00:05Z");
const OWN = { interval_seconds: null, per_day: null };
const stage = (n: number, settings = {}) => ({ ...newSendingState("UTC", MORNING, settings), stage: n });

describe("the expected end of a broadcast", () => {
  // How many days it takes to reach 10,000 people with the real policy, as measured in docs/benchmarks.md.
  it.each([
    [4, {}, 99],
    [5, {}, 66],
    [6, {}, 33],
    [7, {}, 20],
    [7, { messages_per_hour: 30 }, 24],
    [7, { messages_per_hour: 60, broadcast_interval_seconds: 30 }, 20],
  ])("of 10,000 people is near what the policy takes: stage %i %j", (n, settings, days) => {
    const { days: expected } = forecast(10_000, stage(n, settings), OWN, MORNING);
    const most = Math.min(days, 60);
    expect(Math.abs(expected - most)).toBeLessThanOrEqual(Math.ceil(most * 0.1));
  });

  it("lies by day, in the instance's zone", () => {
    for (const people of [1, 30, 299, 300, 301, 900]) {
      const { end } = forecast(people, stage(6), OWN, new Date("2026-11-20T23:00:00Z"));
      expect(end?.getUTCHours()).toBeGreaterThanOrEqual(8);
      expect(end?.getUTCHours()).toBeLessThan(22);
    }
  });

  it("counts what has gone today, and the broadcast's own slower pace", () => {
    expect(forecast(100, stage(4), OWN, MORNING).days).toBe(1);
    expect(forecast(100, { ...stage(4), broadcast_today: 60 }, OWN, MORNING).days).toBe(2);
    expect(forecast(100, stage(4), { ...OWN, per_day: 10 }, MORNING).days).toBe(10);
    expect(forecast(28, stage(4), { ...OWN, interval_seconds: 3_600 }, MORNING).days).toBe(3);
  });

  it("is unknown while the stage allows none, and a broadcast to nobody ends at once", () => {
    expect(forecast(10, stage(1), OWN, MORNING)).toMatchObject({ end: null, days: 0 });
    expect(forecast(0, stage(4), OWN, MORNING).end).toEqual(MORNING);
  });
});

describe("the maker of a broadcast is warned", () => {
  const calm = {
    text: "Hello",
    forecast: forecast(10, stage(4), OWN, MORNING),
    isCut: false,
    isFieldMissing: false,
    last: null,
  };
  const codes = (more: Partial<typeof calm> | object) => warnOf({ ...calm, ...more }).map(({ code }) => code);
  const counts = {
    total: 50,
    waiting: 0,
    sent: 40,
    delivered: 0,
    read: 5,
    replied: 5,
    failed: 0,
    opted_out: 0,
    cancelled: 0,
  };

  it("of nothing when all is well", () => expect(codes({})).toEqual([]));
  it.each([
    ["slow", { forecast: forecast(300, stage(4), OWN, MORNING) }],
    ["stage_allows_none", { forecast: forecast(10, stage(1), OWN, MORNING) }],
    ["hour_limit", { forecast: forecast(10, stage(7, { messages_per_hour: 30 }), OWN, MORNING) }],
    ["missing_fields", { isFieldMissing: true }],
    ["long_text", { text: "a".repeat(1_001) }],
    ["link_in_text", { text: "See https://example.test/a" }],
    ["link_in_text", { text: "See example.com now" }],
    ["audience_cut", { isCut: true }],
    ["unanswered", { last: counts }],
  ])("%s", (code, more) => {
    expect(codes(more)).toEqual([code]);
    for (const { text } of warnOf({ ...calm, ...more })) expect(text).toMatch(/^[A-Z].*\.$/s);
  });
  it("not of an old broadcast that was read", () =>
    expect(codes({ last: { ...counts, read: 15, sent: 30 } })).toEqual([]));
});
