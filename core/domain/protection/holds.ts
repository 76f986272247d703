import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import type { WaitingReason } from "../../contracts/message.ts";
import { localDay, localHour, startOfNextDay } from "./local-time.ts";
import { newChatsPause } from "./new-chats-pause.ts";
import { isHeldAtNight, nightAt, quietHoursInForce } from "./night.ts";
import { gapOf, rollOver, type SendQueue } from "./pacing.ts";
import type { SendingState } from "./sending-state.ts";
import { type SettingsInForce, settingsInForce } from "./settings.ts";

/** Why messages of a class can't be sent, and until when. `until` is null if unknown. */
export interface Hold {
  reason: WaitingReason;
  until: Date | null;
}

/** How far ahead holds are forecast. Messages never wait longer than this. */
const HORIZON_MS = 8 * DAY_MS;

/**
 * Returns why a queue is held at `now`, and when it will first be free, or null if its messages can be sent. The reason
 * is the most important current cause. The time takes every later cause into account (the daily limit ends at midnight,
 * the night in the morning).
 */
export function holdOf(queue: SendQueue, state: SendingState, now: Date, gapFactor = 1): Hold | null {
  const settings = settingsInForce(state);
  const first = heldAt(queue, state, settings, now, gapFactor);
  let hold = first;
  while (hold && first) {
    if (hold.until === null || hold.until.getTime() - now.getTime() > HORIZON_MS) {
      return { reason: first.reason, until: null };
    }
    const next = heldAt(queue, state, settings, hold.until, gapFactor);
    if (next === null) return { reason: first.reason, until: hold.until };
    hold = next;
  }
  return null;
}

/** Returns the most important cause at a given instant. The cause's `until` is always after that instant. */
function heldAt(
  queue: SendQueue,
  state: SendingState,
  limits: SettingsInForce,
  at: Date,
  gapFactor: number,
): Hold | null {
  const count = rollOver(state, at, gapFactor);
  const isFirst = queue === "first" || queue === "first_counted";
  if (isFirst) {
    const pause = newChatsPause(state, at);
    if (pause) return { reason: "paused", until: pause.until };
  }
  if (queue === "broadcast" && areBroadcastsPaused(state, at))
    return { reason: "paused", until: broadcastsFrom(state) };
  if (isHeldAtNight(queue)) {
    const night = nightAt(at, quietHoursInForce(limits));
    if (night) return { reason: "quiet_hours", until: night.ends };
  }
  if (isDayFull(queue, count, limits, at)) {
    return { reason: "daily_cap", until: startOfNextDay(at, limits.timezone) };
  }
  if (isHourFull(queue, count, limits)) {
    return { reason: "spacing", until: localHour(at, limits.timezone, HOUR_MS * gapFactor).end };
  }
  if (queue === "broadcast") {
    const from = fairFrom(count, limits, at, HOUR_MS * gapFactor);
    if (from > at) return { reason: "spacing", until: from };
  }
  const next = count.next_at[gapOf(queue)];
  if (next !== undefined && Date.parse(next) > at.getTime()) return { reason: "spacing", until: new Date(next) };
  return null;
}

/** Whether broadcasts are paused because the number is at risk or restricted. A restriction may have an end date. */
const areBroadcastsPaused = (state: SendingState, at: Date) =>
  state.level === "risk" ||
  state.level === "critical" ||
  (state.restricted !== null && (state.restricted.until === null || Date.parse(state.restricted.until) > at.getTime()));

const broadcastsFrom = (state: SendingState) =>
  state.level === "good" || state.level === "watch" ? dateOrNull(state.restricted?.until ?? null) : null;

const dateOrNull = (at: string | null) => (at === null ? null : new Date(at));

/** Whether the daily limits leave no room for another message from a queue. */
export function isDayFull(queue: SendQueue, count: SendingState, limits: SettingsInForce, at: Date): boolean {
  if (queue === "reply") return false;
  if (queue === "broadcast") return count.broadcast_today >= limits.broadcast_per_day;
  // The clock shows an earlier day than the day being counted, and the number of new people on that earlier day is no
  // longer known.
  if (queue === "first" && count.day > localDay(at, limits.timezone)) return true;
  if (queue === "first") return count.people_used >= limits.new_contacts_per_day;
  return count.others_today >= limits.messages_per_day;
}

/**
 * Returns when a broadcast's next message can be sent. Broadcasts must not use up a larger share of the hourly limit
 * than the share of the hour that has passed, because otherwise all other messages would have to wait for the next
 * hour. Our rule: docs/protection.md.
 */
function fairFrom(count: SendingState, limits: SettingsInForce, at: Date, hourMs: number): Date {
  const { start } = localHour(at, limits.timezone, hourMs);
  return new Date(start.getTime() + Math.ceil(((count.sends_hour + 1) / limits.messages_per_hour) * hourMs));
}

function isHourFull(queue: SendQueue, count: SendingState, limits: SettingsInForce): boolean {
  if (queue === "reply") return false;
  if (count.sends_hour >= limits.messages_per_hour) return true;
  return (queue === "first" || queue === "first_counted") && count.firsts_hour >= limits.first_messages_per_hour;
}
