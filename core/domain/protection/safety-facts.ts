import { DAY_MS } from "../../contracts/durations.ts";
import type { SafetyFacts } from "./safety-score.ts";
import type { SendingState } from "./sending-state.ts";
import { settingsInForce } from "./settings.ts";

/** An instance's counters for a local day. A message counts toward the day it was sent. */
export interface DayCounts {
  day: string;
  new_sent: number;
  new_delivered: number;
  /** How many of the people first messaged on this day answered within 72 hours. */
  new_answered: number;
  new_undelivered: number;
  not_on_messenger: number;
  broadcast_sent: number;
  opt_outs: number;
  refused_closes: number;
  messages_in: number;
  messages_out: number;
  /** The number of first messages with each text, keyed by a short hash of the text. */
  texts: Record<string, number>;
}

/** The facts for the safety score that aren't counters. Times are ISO instants. */
export interface SafetyAbout {
  linked_at: string | null;
  restriction_ended_at: string | null;
  has_picture_and_name: boolean;
}

/**
 * Computes the facts for the safety score from the counters of recent days. Counters are per local day, so windows
 * consist of whole days, ending with today. "The last day" means today and yesterday, which covers 24 hours at any time
 * of day.
 * @param state the state as it applies now (`rollOver`).
 */
export function safetyFacts(days: DayCounts[], state: SendingState, about: SafetyAbout, now: Date): SafetyFacts {
  const within = (length: number) => days.filter(({ day }) => isWithin(day, state.day, length));
  const sum = (rows: DayCounts[], key: Exclude<keyof DayCounts, "day" | "texts">) =>
    rows.reduce((total, row) => total + row[key], 0);
  const [day, week, fortnight] = [within(2), within(7), within(14)];
  const texts = textsOf(day);
  const isRestricted =
    state.restricted !== null &&
    (state.restricted.until === null || Date.parse(state.restricted.until) > now.getTime());
  return {
    restricted: isRestricted,
    days_since_restriction:
      isRestricted || about.restriction_ended_at === null ? null : daysSince(about.restriction_ended_at, now),
    quota_warning: state.quota?.warning ?? null,
    new_delivered: sum(fortnight, "new_delivered"),
    new_answered: sum(fortnight, "new_answered"),
    new_sent: sum(week, "new_sent"),
    new_undelivered: sum(week, "new_undelivered"),
    not_on_messenger: sum(week, "not_on_messenger"),
    broadcast_sent: sum(fortnight, "broadcast_sent"),
    opt_outs: sum(fortnight, "opt_outs"),
    first_messages_day: texts.reduce((total, count) => total + count, 0),
    commonest_text_day: Math.max(0, ...texts),
    same_text_today: Math.max(0, ...Object.values(state.texts)),
    refused_closes_day: sum(day, "refused_closes"),
    days_linked: about.linked_at === null ? 0 : daysSince(about.linked_at, now),
    has_picture_and_name: about.has_picture_and_name,
    typing: settingsInForce(state).typing,
  };
}

function isWithin(day: string, today: string, length: number): boolean {
  const ageDays = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  return ageDays >= 0 && ageDays < length;
}

const daysSince = (at: string, now: Date) => Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / DAY_MS));

function textsOf(days: DayCounts[]): number[] {
  const counts = new Map<string, number>();
  for (const { texts } of days) {
    for (const [text, count] of Object.entries(texts)) counts.set(text, (counts.get(text) ?? 0) + count);
  }
  return [...counts.values()];
}
