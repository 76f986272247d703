import { LAST_STAGE, limitsOfStage } from "../../contracts/protection.ts";
import type { WARM_UP_HOLDS } from "../../contracts/protection-state.ts";

/** The progress of an instance's warm-up, stored as plain data with the instance. */
export interface WarmUp {
  stage: number;
  /** The number of completed active days. When the stage drops, this is set back to where the lower stage begins. */
  active_days: number;
  /** The number of consecutive days that were not active. */
  idle_days: number;
  /** The number of consecutive days with a safety score of at least 80. */
  good_days: number;
  /**
   * The number of days since a low score last lowered the stage. It stops at 7, because a low score lowers the stage at
   * most once a week.
   */
  days_since_fall: number;
  /** Why the stage isn't advancing even though all its days are complete. */
  held_because: (typeof WARM_UP_HOLDS)[number] | null;
}

/** The facts about the day that is ending. */
export interface WarmUpDay {
  /** Whether the number was linked and sent or received at least one message. */
  active: boolean;
  /** The current safety score, 0–100. */
  score: number;
  /**
   * The number of new people within 14 days whose first message was sent at least 72 h ago, and how many of them
   * answered within 72 h.
   */
  new_people: number;
  answered: number;
  /** Whether the network restricted the number since the last counted day, or another phone was linked. */
  restricted: boolean;
  other_phone: boolean;
}

const GOOD_SCORE = 80;
const FALL_SCORE = 60;
const GOOD_DAYS = 3;
const ANSWERED_SHARE = 0.3;
const PEOPLE_MIN = 10;
const IDLE_DAYS_A_STAGE = 7;
const IDLE_DAYS_TO_START = 30;
const FALL_EVERY_DAYS = 7;

/** The warm-up of a number that has just been linked. */
export const NEW_WARM_UP: WarmUp = {
  stage: 1,
  active_days: 0,
  idle_days: 0,
  good_days: 0,
  days_since_fall: FALL_EVERY_DAYS,
  held_because: null,
};

/**
 * Returns the warm-up after one more day. Called once a day, at the end of the night hold. Rationale:
 * docs/protection.md.
 */
export function nextWarmUp(before: WarmUp, day: WarmUpDay): WarmUp {
  if (day.restricted || day.other_phone) return { ...NEW_WARM_UP };
  const after: WarmUp = {
    ...before,
    active_days: before.active_days + (day.active ? 1 : 0),
    idle_days: day.active ? 0 : before.idle_days + 1,
    good_days: day.score >= GOOD_SCORE ? before.good_days + 1 : 0,
    days_since_fall: Math.min(before.days_since_fall + 1, FALL_EVERY_DAYS),
    held_because: null,
  };
  if (after.idle_days >= IDLE_DAYS_TO_START) return { ...NEW_WARM_UP, idle_days: after.idle_days };
  if (!day.active && after.idle_days % IDLE_DAYS_A_STAGE === 0) return fallen(after);
  if (day.score < FALL_SCORE) {
    if (after.days_since_fall < FALL_EVERY_DAYS) return { ...after, held_because: "safety" };
    return { ...fallen(after), days_since_fall: 0, held_because: "safety" };
  }
  return risen(after, day);
}

/** Returns the warm-up one stage lower, counting its active days from the start of that stage. */
function fallen(warmUp: WarmUp): WarmUp {
  const stage = Math.max(1, warmUp.stage - 1);
  return { ...warmUp, stage, active_days: Math.min(warmUp.active_days, limitsOfStage(stage).from_active_days) };
}

function risen(warmUp: WarmUp, day: WarmUpDay): WarmUp {
  const isDue = warmUp.stage < LAST_STAGE && warmUp.active_days >= limitsOfStage(warmUp.stage + 1).from_active_days;
  if (!isDue) return warmUp;
  if (warmUp.good_days < GOOD_DAYS) return { ...warmUp, held_because: "safety" };
  const isAnswered = day.new_people < PEOPLE_MIN || day.answered >= ANSWERED_SHARE * day.new_people;
  if (!isAnswered) return { ...warmUp, held_because: "few_answers" };
  return { ...warmUp, stage: warmUp.stage + 1 };
}
