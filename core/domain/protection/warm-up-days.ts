import { DAY_MS } from "../../contracts/durations.ts";
import { localDay } from "./local-time.ts";
import { nightAt, quietHoursInForce } from "./night.ts";
import { type DayCounts, type SafetyAbout, safetyFacts } from "./safety-facts.ts";
import { levelOf, type SafetyFacts, safetyScore } from "./safety-score.ts";
import type { SendingState } from "./sending-state.ts";
import { settingsInForce } from "./settings.ts";
import { nextWarmUp, type WarmUp } from "./warm-up.ts";

/** The warm-up, and the last day counted for it. */
export interface WarmUpLedger {
  warm_up: WarmUp;
  /** The last local day whose morning was counted, or null if none has been counted yet. */
  counted_to: string | null;
  /** Whether the network has restricted the number since that morning, or another phone was linked. */
  was_restricted: boolean;
  other_phone: boolean;
}

/** A stage change, for the activity log. `day` is the day on whose morning the stage changed. */
export interface StageMove {
  day: string;
  from: number;
  to: number;
}

/**
 * The maximum number of mornings to count in a single pass. A live session counts every morning (session-service/lane).
 */
const MORNINGS_MAX = 100;
/** People have three days to answer a first message. After that, their answers count for two weeks. */
const ANSWER_DAYS = 4;
const ANSWERS_FOR_DAYS = 14;
/** How many days of counters are needed before the first uncounted morning. */
const COUNTS_BACK_DAYS = ANSWER_DAYS + ANSWERS_FOR_DAYS;
/** The number of days for which counters have to be stored. */
export const COUNTS_KEPT_DAYS = MORNINGS_MAX + COUNTS_BACK_DAYS;

type Zoned = Pick<SendingState, "settings" | "stage" | "level" | "timezone">;

/** Returns the local day on which the last night hold ended: today, or yesterday while the current night lasts. */
export function lastMorning(state: Zoned, now: Date): string {
  const settings = settingsInForce(state);
  const today = localDay(now, settings.timezone);
  const night = nightAt(now, quietHoursInForce(settings));
  const isNightYet = night !== null && localDay(night.ends, settings.timezone) === today;
  return isNightYet ? plusDays(today, -1) : today;
}

/** Returns the first local day whose counters `countMornings` needs. The last such day is `today`. */
export function countsNeededFrom(before: WarmUpLedger, about: SafetyAbout, state: Zoned, today: string): string {
  const from = before.counted_to ?? startedOn(about, state, today);
  if (from >= today) return plusDays(today, -COUNTS_BACK_DAYS);
  return plusDays(today, -Math.min(daysBetween(from, today) + COUNTS_BACK_DAYS, COUNTS_KEPT_DAYS));
}

/**
 * Advances the warm-up to the last morning. Each missed morning is counted separately, using the counters up to the day
 * before it, so it does not matter when or how often this is called.
 * @param state the state as it applies now (`rollOver`).
 * @param days the counters, starting with the day returned by `countsNeededFrom`.
 */
export function countMornings(
  before: WarmUpLedger,
  days: DayCounts[],
  state: SendingState,
  about: SafetyAbout,
  now: Date,
): { ledger: WarmUpLedger; moves: StageMove[] } {
  const last = lastMorning(state, now);
  const from = before.counted_to ?? startedOn(about, state, last);
  const moves: StageMove[] = [];
  let ledger: WarmUpLedger = { ...before, counted_to: from };
  for (let morning = firstOf(from, last); morning <= last; morning = plusDays(morning, 1)) {
    const at = morning === last ? now : new Date(`${morning}T12:00:00Z`);
    const then = morning === last ? state : { ...state, day: morning, texts: {} };
    const facts = safetyFacts(days, then, about, at);
    const warm_up = nextWarmUp(ledger.warm_up, {
      active: days.some((one) => one.day === plusDays(morning, -1) && one.messages_in + one.messages_out > 0),
      score: safetyScore(facts).score,
      ...answersBy(morning, days),
      restricted: ledger.was_restricted || facts.restricted,
      other_phone: ledger.other_phone,
    });
    if (warm_up.stage !== ledger.warm_up.stage) {
      moves.push({ day: morning, from: ledger.warm_up.stage, to: warm_up.stage });
    }
    ledger = { warm_up, counted_to: morning, was_restricted: false, other_phone: false };
  }
  return { ledger, moves };
}

/**
 * Returns the level that determines the limits, ignoring any restriction. A restriction pauses new chats anyway, so
 * this is the level that applies once it ends.
 */
export function levelInForce(facts: SafetyFacts) {
  return levelOf(
    safetyScore(facts.restricted ? { ...facts, restricted: false, days_since_restriction: 0 } : facts).score,
  );
}

/** Returns the first day to count: the day the number was linked. That day is counted on the following morning. */
function startedOn({ linked_at }: SafetyAbout, state: Zoned, last: string): string {
  return linked_at === null ? last : localDay(new Date(linked_at), settingsInForce(state).timezone);
}

const firstOf = (from: string, last: string) => {
  const next = plusDays(from, 1);
  const oldest = plusDays(last, 1 - MORNINGS_MAX);
  if (next < oldest) return oldest;
  return next;
};

/** Counts the new people whose time to answer is over by this morning, and how many of them answered. */
function answersBy(morning: string, days: DayCounts[]): { new_people: number; answered: number } {
  const from = plusDays(morning, -(ANSWER_DAYS + ANSWERS_FOR_DAYS - 1));
  const to = plusDays(morning, -ANSWER_DAYS);
  const over = days.filter(({ day }) => from <= day && day <= to);
  return {
    new_people: over.reduce((sum, day) => sum + day.new_delivered, 0),
    answered: over.reduce((sum, day) => sum + day.new_answered, 0),
  };
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
