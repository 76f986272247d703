import { describe, expect, it } from "vitest";
import { newSendingState } from "../../../core/domain/protection/pacing.ts";
import type { DayCounts } from "../../../core/domain/protection/safety-facts.ts";
import { NEW_WARM_UP } from "../../../core/domain/protection/warm-up.ts";
import {
  countMornings,
  lastMorning,
  levelInForce,
  type WarmUpLedger,
} from "../../../core/domain/protection/warm-up-days.ts";

const ZONE = "America/Sao_Paulo";
const NEW: WarmUpLedger = { warm_up: NEW_WARM_UP, counted_to: null, was_restricted: false, other_phone: false };
const about = {
  linked_at: "2026-11-01T18:00:00+00:00",
  restriction_ended_at: null,
  has_picture_and_name: true,
};
/** Returns noon on a day in November, in the instance's time zone. */
const noon = (day: number) => new Date(Date.parse("2026-11-01T12:00:00-03:00") + (day - 1) * 86_400_000);
const dayOf = (day: number) => noon(day).toISOString().slice(0, 10);
const stateOn = (day: number) => ({ ...newSendingState(ZONE, noon(day)), day: dayOf(day) });

function counts(day: number, fields: Partial<DayCounts> = {}): DayCounts {
  return {
    day: dayOf(day),
    new_sent: 0,
    new_delivered: 0,
    new_answered: 0,
    new_undelivered: 0,
    not_on_messenger: 0,
    broadcast_sent: 0,
    opt_outs: 0,
    refused_closes: 0,
    messages_in: 1,
    messages_out: 1,
    texts: {},
    ...fields,
  };
}
const activeDays = (from: number, to: number, fields: Partial<DayCounts> = {}) =>
  Array.from({ length: to - from + 1 }, (_, i) => counts(from + i, fields));

const count = (ledger: WarmUpLedger, days: DayCounts[], day: number) =>
  countMornings(ledger, days, stateOn(day), about, noon(day));

describe("the last morning", () => {
  it.each([
    ["2026-11-20T12:00:00-03:00", "2026-11-20"],
    ["2026-11-20T08:00:03-03:00", "2026-11-20"],
    ["2026-11-20T08:00:01-03:00", "2026-11-19"],
    ["2026-11-20T00:30:00-03:00", "2026-11-19"],
    ["2026-11-20T23:00:00-03:00", "2026-11-20"],
  ])("at %s it is that of %s", (now, morning) => {
    expect(lastMorning(newSendingState(ZONE, new Date(now)), new Date(now))).toBe(morning);
  });
});

describe("the warm-up, morning by morning", () => {
  it("counts the day of linking as the first, on the morning after it", () => {
    expect(count(NEW, activeDays(1, 1), 1).ledger).toMatchObject({ counted_to: dayOf(1), warm_up: { active_days: 0 } });
    expect(count(NEW, activeDays(1, 2), 2).ledger).toMatchObject({ counted_to: dayOf(2), warm_up: { active_days: 1 } });
  });

  it("comes to the same whether each morning was seen or all were missed", () => {
    const days = activeDays(1, 40).filter(({ day }) => Number(day.slice(8)) % 5 !== 0);
    let daily: WarmUpLedger = NEW;
    for (let day = 1; day <= 40; day++) daily = count(daily, days, day).ledger;

    const late = count(NEW, days, 40);

    expect(late.ledger).toEqual(daily);
    expect(daily.warm_up).toMatchObject({ stage: 5, active_days: 32 });
    expect(late.moves.map(({ from, to }) => `${from}-${to}`)).toEqual(["1-2", "2-3", "3-4", "4-5"]);
  });

  it("counts a morning once, however often it is asked", () => {
    const { ledger } = count(NEW, activeDays(1, 9), 9);
    expect(count(ledger, activeDays(1, 9), 9)).toEqual({ ledger, moves: [] });
  });

  it("begins anew after a restriction and with another phone, once", () => {
    const before = { ...NEW, counted_to: dayOf(20), warm_up: { ...NEW_WARM_UP, stage: 4, active_days: 20 } };
    for (const cause of [{ was_restricted: true }, { other_phone: true }]) {
      const { ledger, moves } = count({ ...before, ...cause }, activeDays(1, 22), 22);
      expect(moves).toEqual([{ day: dayOf(21), from: 4, to: 1 }]);
      expect(ledger).toMatchObject({
        was_restricted: false,
        other_phone: false,
        warm_up: { stage: 1, active_days: 1 },
      });
    }
  });

  it("says what holds it back: too few answers to those who have had three days for one", () => {
    const cold = activeDays(1, 16, { new_sent: 4, new_delivered: 4, new_answered: 0 });
    const answered = activeDays(1, 16, { new_sent: 4, new_delivered: 4, new_answered: 2 });

    expect(count(NEW, answered, 16).ledger.warm_up).toMatchObject({ stage: 3, held_because: null });
    // By the seventh morning, ten people have had three days to answer. From then on, their silence counts.
    expect(count(NEW, cold, 16).ledger.warm_up).toMatchObject({ stage: 1, held_because: "safety" });
    const few = activeDays(1, 16, { new_sent: 4, new_delivered: 4, new_answered: 1 });
    expect(count(NEW, few, 16).ledger.warm_up).toMatchObject({ stage: 1, held_because: "few_answers" });
  });

  it("begins anew after thirty days without a message", () => {
    const before = { ...NEW, counted_to: dayOf(10), warm_up: { ...NEW_WARM_UP, stage: 7, active_days: 95 } };
    const { ledger, moves } = count(before, [], 41);
    expect(ledger.warm_up).toMatchObject({ stage: 1, idle_days: 31 });
    expect(moves.map(({ to }) => to)).toEqual([6, 5, 4, 3, 1]);
  });
});

describe("the level that limits go by", () => {
  const facts = {
    restricted: true,
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
    days_linked: 10,
    has_picture_and_name: true,
    typing: true,
  };

  it("is, while a restriction with an end of its own holds, what follows it", () => {
    expect(levelInForce(facts)).toBe("watch");
    expect(levelInForce({ ...facts, quota_warning: "second" })).toBe("risk");
    expect(levelInForce({ ...facts, restricted: false })).toBe("good");
  });
});
