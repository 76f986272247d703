import { describe, expect, it } from "vitest";
import { Safety } from "../../../core/contracts/protection-state.ts";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import { type DayCounts, safetyFacts } from "../../../core/domain/protection/safety-facts.ts";
import { levelOf, type SafetyFacts, safetyScore } from "../../../core/domain/protection/safety-score.ts";

const SAFE: SafetyFacts = {
  restricted: false,
  days_since_restriction: null,
  quota_warning: null,
  new_delivered: 0,
  new_answered: 0,
  new_sent: 0,
  new_undelivered: 0,
  not_on_messenger: 0,
  broadcast_sent: 0,
  opt_outs: 0,
  first_messages_day: 0,
  commonest_text_day: 0,
  same_text_today: 0,
  refused_closes_day: 0,
  days_linked: 30,
  has_picture_and_name: true,
  typing: true,
};

describe("the safety score", () => {
  it("is 100 when nothing takes points", () => {
    expect(safetyScore(SAFE)).toEqual({ score: 100, level: "good", reasons: [] });
  });

  it.each<[string, Partial<SafetyFacts>, number]>([
    ["restricted", { restricted: true }, 60],
    ["restricted_recently", { days_since_restriction: 6 }, 30],
    ["restricted_recently", { days_since_restriction: 7 }, 15],
    ["restricted_recently", { days_since_restriction: 29 }, 15],
    ["quota_warning", { quota_warning: "first" }, 10],
    ["quota_warning", { quota_warning: "second" }, 25],
    ["quota_warning", { quota_warning: "capped" }, 25],
    ["few_answers", { new_delivered: 10, new_answered: 0 }, 25],
    ["few_answers", { new_delivered: 100, new_answered: 15 }, 13],
    ["undelivered", { new_sent: 10, new_undelivered: 4 }, 20],
    ["undelivered", { new_sent: 100, new_undelivered: 25 }, 10],
    ["not_on_messenger", { new_sent: 100, not_on_messenger: 10 }, 15],
    ["not_on_messenger", { new_sent: 100, not_on_messenger: 6 }, 8],
    ["opt_outs", { broadcast_sent: 100, opt_outs: 4 }, 15],
    ["opt_outs", { broadcast_sent: 1000, opt_outs: 25 }, 8],
    ["same_text", { first_messages_day: 10, commonest_text_day: 9 }, 10],
    ["same_text", { first_messages_day: 10, commonest_text_day: 7 }, 5],
    ["refused_connections", { refused_closes_day: 1 }, 5],
    ["refused_connections", { refused_closes_day: 9 }, 15],
    ["new_number", { days_linked: 6 }, 10],
    ["new_number", { days_linked: 7 }, 5],
    ["profile", { has_picture_and_name: false }, 5],
    ["typing_off", { typing: false }, 5],
  ])("%s takes its points for %o: %d", (code, facts, points) => {
    const safety = safetyScore({ ...SAFE, ...facts });

    expect(safety.reasons).toMatchObject([{ code, points }]);
    expect(safety.reasons[0]?.text.length).toBeGreaterThan(30);
    expect(safety.score).toBe(100 - points);
    expect(Safety.safeParse(safety).success).toBe(true);
  });

  it.each<[string, Partial<SafetyFacts>]>([
    ["30 % answered", { new_delivered: 10, new_answered: 3 }],
    ["too few to say", { new_delivered: 9, new_sent: 9, new_undelivered: 9, not_on_messenger: 9 }],
    ["10 % late, 2 % not on the messenger", { new_sent: 100, new_undelivered: 10, not_on_messenger: 2 }],
    ["few broadcasts", { broadcast_sent: 49, opt_outs: 49 }],
    ["1 % opted out", { broadcast_sent: 100, opt_outs: 1 }],
    ["4 first messages with one text", { first_messages_day: 4, commonest_text_day: 4, same_text_today: 4 }],
    ["a restriction 30 days ago", { days_since_restriction: 30 }],
  ])("takes nothing for %s", (_what, facts) => {
    expect(safetyScore({ ...SAFE, ...facts })).toMatchObject({ score: 100, reasons: [] });
  });

  it("warns of the same text to more than 5 new people a day without taking points", () => {
    const facts = { first_messages_day: 20, commonest_text_day: 6, same_text_today: 6 };
    expect(safetyScore({ ...SAFE, ...facts })).toMatchObject({
      score: 100,
      reasons: [{ code: "same_text", points: 0 }],
    });
  });

  it("of a new instance is 85, or 90 with a picture and a name: good", () => {
    expect(safetyScore({ ...SAFE, days_linked: 0, has_picture_and_name: false })).toMatchObject({
      score: 85,
      level: "good",
    });
    expect(safetyScore({ ...SAFE, days_linked: 0 })).toMatchObject({ score: 90, level: "good" });
  });

  it("never leaves 0 to 100", () => {
    const worst = {
      restricted: true,
      quota_warning: "second",
      new_delivered: 10,
      new_sent: 10,
      new_undelivered: 10,
    } as const;
    expect(safetyScore({ ...SAFE, ...worst, not_on_messenger: 10 })).toMatchObject({ score: 0, level: "critical" });
  });

  it.each([
    [100, "good"],
    [80, "good"],
    [79, "watch"],
    [60, "watch"],
    [59, "risk"],
    [40, "risk"],
    [39, "critical"],
    [0, "critical"],
  ])("%d is %s", (score, level) => expect(levelOf(score)).toBe(level));
});

describe("the facts of the score", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const counts = (day: string, fields: Partial<DayCounts> = {}): DayCounts => ({
    day,
    new_sent: 1,
    new_delivered: 1,
    new_answered: 1,
    new_undelivered: 1,
    not_on_messenger: 1,
    broadcast_sent: 1,
    opt_outs: 1,
    refused_closes: 1,
    messages_in: 1,
    messages_out: 1,
    texts: { a: 2, [day]: 1 },
    ...fields,
  });
  const about = {
    linked_at: "2026-11-10T13:00:00Z",
    restriction_ended_at: "2026-11-15T12:00:00Z",
    has_picture_and_name: true,
  };

  it("are summed over 14, 7 and the last days, each with its own window", () => {
    const days = Array.from({ length: 20 }, (_, i) =>
      counts(new Date(now.getTime() - i * 86_400_000).toISOString().slice(0, 10)),
    );
    const state = { ...newSendingState("UTC", now), texts: { a: 3 } };

    expect(safetyFacts(days, state, about, now)).toEqual({
      restricted: false,
      days_since_restriction: 5,
      quota_warning: null,
      new_delivered: 14,
      new_answered: 14,
      new_sent: 7,
      new_undelivered: 7,
      not_on_messenger: 7,
      broadcast_sent: 14,
      opt_outs: 14,
      first_messages_day: 6,
      commonest_text_day: 4,
      same_text_today: 3,
      refused_closes_day: 2,
      days_linked: 9,
      has_picture_and_name: true,
      typing: true,
    });
  });

  it("know a restriction that has ended by its time", () => {
    const state = { ...newSendingState("UTC", now), restricted: { until: "2026-11-20T12:00:01Z" } };
    expect(safetyFacts([], state, about, now)).toMatchObject({ restricted: true, days_since_restriction: null });
    expect(safetyFacts([], state, about, new Date("2026-11-20T12:00:01Z"))).toMatchObject({ restricted: false });
  });
});
