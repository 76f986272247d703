import { DAY_MS } from "../../contracts/durations.ts";
import { localDay, startOfNextDay } from "./local-time.ts";
import { type NewChatsPause, newChatsPause } from "./new-chats-pause.ts";
import { nightAt, quietHoursInForce } from "./night.ts";
import { rollOver } from "./pacing.ts";
import type { SendingState } from "./sending-state.ts";
import { settingsInForce } from "./settings.ts";

/** A person to be added to a group, with the facts that matter for protecting the number. */
export interface Newcomer {
  /** Whether the person has ever written to the number. */
  has_written: boolean;
  /** Whether the person has already been counted as new on the current local day. */
  is_counted: boolean;
}

/** Why a person who has never written can't be added to a group at the moment. */
export type NewcomerHold = "new_chats_paused" | "quiet_hours" | "daily_cap";

/**
 * Decides for each person whether they can be added to a group. People who have written can always be added. All others
 * are held like first messages, in the given order: by a pause, by the night, and by the daily limit on new people.
 * People already counted today don't use up the limit again.
 * @returns for each person, why they can't be added now, or null if they can.
 */
export function judgeNewcomers(state: SendingState, people: readonly Newcomer[], now: Date): (NewcomerHold | null)[] {
  const today = rollOver(state, now);
  const settings = settingsInForce(today);
  const isPaused = newChatsPause(today, now) !== null;
  const isNight = nightAt(now, quietHoursInForce(settings)) !== null;
  // The clock shows an earlier day than the day being counted, and the number of new people on that earlier day is no
  // longer known.
  const isDayOver = today.day > localDay(now, settings.timezone);
  let left = isDayOver ? 0 : settings.new_contacts_per_day - today.people_used;
  return people.map(({ has_written, is_counted }) => {
    if (has_written) return null;
    if (isPaused) return "new_chats_paused";
    if (isNight) return "quiet_hours";
    if (is_counted) return null;
    return left-- > 0 ? null : "daily_cap";
  });
}

/** Returns the state with `count` more people counted as new today. A negative number gives their places back. */
export function withNewcomers(state: SendingState, count: number, now: Date): SendingState {
  const today = rollOver(state, now);
  const quota = today.quota && { ...today.quota, used: Math.max(0, today.quota.used + count) };
  return { ...today, people_used: Math.max(0, today.people_used + count), quota };
}

/** Why a group can't be created now, given that some of its people have never written. */
export type GroupHold =
  | { hold: "new_chats_paused"; pause: NewChatsPause }
  /** `until` is the earliest time allowed by the night or the daily limit, or the next day if that time is unknown. */
  | { hold: "quiet_hours" | "daily_cap"; until: Date; left: number; wanted: number };

const HORIZON_DAYS = 8;

/**
 * Decides on all people in a new group together, because the group is created either with all of them or not at all.
 * Returns null if the group can be created.
 */
export function judgeGroup(state: SendingState, people: readonly Newcomer[], now: Date): GroupHold | null {
  const hold = worst(state, people, now);
  if (hold === null) return null;
  const pause = newChatsPause(rollOver(state, now), now);
  if (hold === "new_chats_paused" && pause) return { hold, pause };
  const today = rollOver(state, now);
  const left = Math.max(0, settingsInForce(today).new_contacts_per_day - today.people_used);
  const wanted = people.filter(({ has_written, is_counted }) => !has_written && !is_counted).length;
  return { hold: hold === "new_chats_paused" ? "daily_cap" : hold, until: freeFrom(state, people, now), left, wanted };
}

const WEIGHT = ["new_chats_paused", "quiet_hours", "daily_cap"] as const;

function worst(state: SendingState, people: readonly Newcomer[], at: Date): NewcomerHold | null {
  const holds = judgeNewcomers(state, people, at);
  return WEIGHT.find((hold) => holds.includes(hold)) ?? null;
}

/** Finds the time from which nothing holds the group back, by moving from the end of each cause to the next. */
function freeFrom(state: SendingState, people: readonly Newcomer[], now: Date): Date {
  const { timezone, ...settings } = settingsInForce(state);
  const hours = quietHoursInForce({ ...settings, timezone });
  const tomorrow = startOfNextDay(now, timezone);
  for (let at = now; at.getTime() - now.getTime() < HORIZON_DAYS * DAY_MS; ) {
    // Everyone counted today counts as new again tomorrow.
    const then = at < tomorrow ? people : people.map((one) => ({ ...one, is_counted: false }));
    const hold = worst(state, then, at);
    if (hold === null) return at;
    if (hold === "new_chats_paused") break;
    at = (hold === "quiet_hours" && nightAt(at, hours)?.ends) || startOfNextDay(at, timezone);
  }
  return tomorrow;
}
