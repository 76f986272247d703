import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import type { ProtectionSettings } from "../../contracts/protection.ts";
import { localDay, localHour } from "./local-time.ts";
import type { SendingState } from "./sending-state.ts";
import { settingsInForce } from "./settings.ts";
import { drawGapMs, GAP_FACTORS } from "./spacing.ts";
import { TYPING_MAX_MS } from "./typing-time.ts";

/**
 * The paced queues of an instance's lane: replies, first messages to people already counted today, other first
 * messages, messages to known people, and broadcasts.
 */
export const SEND_QUEUES = ["reply", "first_counted", "first", "known", "broadcast"] as const;
/** A queue with gaps between its messages. */
export type SendQueue = (typeof SEND_QUEUES)[number];

/** Returns the name of the setting for a queue's gap. Both queues for first messages share a setting. */
export const gapOf = (queue: SendQueue): "reply" | "known" | "first" | "broadcast" =>
  queue === "first_counted" ? "first" : queue;

/** After a reconnect, messages are sent at a tenth of the normal rate for this long. */
const SLOW_START_MS = MINUTE_MS;
const SLOW_FACTOR = 10;
/** How long messages of the other classes wait after a message was sent, as a share of the shorter of the two gaps. */
const SWITCH_SHARE = 0.5;
/**
 * A broadcast's own interval and the length of an hour never exceed this, so a time further ahead must be due to a
 * wrong clock.
 */
const GAP_MAX_MS = 2 * HOUR_MS;
/** Time zones differ by at most 26 hours, so a day further ahead than this must be due to a wrong clock. */
const DAYS_AHEAD_MAX = 2;

/** Creates the state of an instance that hasn't sent anything yet. */
export function newSendingState(timezone: string, now: Date, settings: Partial<ProtectionSettings> = {}): SendingState {
  return {
    day: localDay(now, settings.timezone ?? timezone),
    hour: localHour(now, settings.timezone ?? timezone).start.toISOString(),
    people_used: 0,
    others_today: 0,
    broadcast_today: 0,
    sends_hour: 0,
    firsts_hour: 0,
    texts: {},
    next_at: {},
    stage: 1,
    level: "good",
    settings,
    timezone,
    lock: null,
    restricted: null,
    quota: null,
  };
}

/**
 * Returns the state as it applies at `now`, with counts reset to zero if a new local day or hour has begun. Days and
 * hours only move forward, so setting a clock back, or choosing a time zone further west, can't grant a day's new
 * people twice. A day far ahead, which comes from a wrong clock, is treated as today with nothing left, so it delays
 * messages by at most a day.
 * @param gapFactor with 1, times are as documented. Smaller values shorten the gaps and the hour of the hourly limits,
 * for demos on a single machine.
 */
export function rollOver(state: SendingState, now: Date, gapFactor = 1): SendingState {
  const zone = state.settings.timezone ?? state.timezone;
  const today = localDay(now, zone);
  const hour = localHour(now, zone, HOUR_MS * gapFactor).start.toISOString();
  let rolled = state;
  if (today > state.day) {
    rolled = { ...rolled, day: today, people_used: 0, others_today: 0, broadcast_today: 0, texts: {} };
  } else if (isWrittenAhead(state, now)) {
    // There is no record of how many new people this day had, so the limit is treated as used up.
    const people = Math.max(state.people_used, settingsInForce(state).new_contacts_per_day);
    rolled = { ...rolled, day: today, people_used: people };
  }
  const hourAheadMs = Date.parse(state.hour) - now.getTime();
  if (hour > state.hour || hourAheadMs > GAP_MAX_MS) rolled = { ...rolled, hour, sends_hour: 0, firsts_hour: 0 };
  const next_at = sane(state, now, gapFactor);
  return next_at === state.next_at ? rolled : { ...rolled, next_at };
}

/** Whether the state's day is so far ahead that it must be due to a wrong clock. */
export function isWrittenAhead(state: SendingState, now: Date): boolean {
  const today = localDay(now, state.settings.timezone ?? state.timezone);
  return Date.parse(state.day) - Date.parse(today) > DAYS_AHEAD_MAX * DAY_MS;
}

/** Returns when each class can next be sent, omitting times so far ahead that they must be due to a wrong clock. */
function sane(state: SendingState, now: Date, gapFactor: number): SendingState["next_at"] {
  const aheadMs = (at: string) => Date.parse(at) - now.getTime();
  const kept = Object.entries(state.next_at).filter(
    // Most of these times are in the past, so the settings don't have to be evaluated for them.
    ([name, at]) => aheadMs(at) <= 0 || aheadMs(at) <= longestGapMs(state, name as keyof GapSeconds, gapFactor),
  );
  return kept.length === Object.keys(state.next_at).length ? state.next_at : Object.fromEntries(kept);
}

/** Returns the longest gap that can apply to a class. A broadcast can have its own interval. */
function longestGapMs(state: SendingState, name: keyof GapSeconds, gapFactor: number): number {
  if (name === "broadcast") return GAP_MAX_MS;
  const longest = gapSeconds(state)[name] * 1000 * (name === "reply" ? GAP_FACTORS.reply : GAP_FACTORS.other).max;
  return (Math.max(longest, SLOW_START_MS) + TYPING_MAX_MS) * gapFactor;
}

/** The start of a message, which moves it into a slot and charges it to the limits. */
export interface Start {
  queue: SendQueue;
  /**
   * Whether the person hadn't been counted yet today, according to the write of `PERSON#<day>`. Only used for first
   * messages.
   */
  isNewPerson: boolean;
  /** A random number, uniform in [0, 1), from which the gap is drawn. */
  draw: number;
  /** A short hash of the text, for a first message. */
  textHash?: string;
  /** How long "typing…" is shown before the message. For every class except replies, the gap starts after that. */
  typingMs?: number;
  /** The broadcast's own interval, if it is longer than the setting. */
  intervalSec?: number;
}

/**
 * Returns the state after a message has started: the message has been counted, and each class has a new time for its
 * next send. Leaves the slot and `rev` to the caller.
 */
export function afterStart(before: SendingState, start: Start, now: Date, gapFactor = 1): SendingState {
  const state = rollOver(before, now, gapFactor);
  const { queue, isNewPerson, textHash } = start;
  const next_at = nextAfter(state, start, now, gapFactor);
  if (queue === "reply") return { ...state, next_at };
  const isFirst = queue === "first" || queue === "first_counted";
  const counted = isFirst && isNewPerson;
  return {
    ...state,
    next_at,
    people_used: state.people_used + (counted ? 1 : 0),
    others_today: state.others_today + (counted || queue === "broadcast" ? 0 : 1),
    broadcast_today: state.broadcast_today + (queue === "broadcast" ? 1 : 0),
    sends_hour: state.sends_hour + 1,
    firsts_hour: state.firsts_hour + (isFirst ? 1 : 0),
    texts:
      counted && textHash !== undefined
        ? { ...state.texts, [textHash]: (state.texts[textHash] ?? 0) + 1 }
        : state.texts,
    quota: counted && state.quota ? { ...state.quota, used: state.quota.used + 1 } : state.quota,
  };
}

/**
 * Returns when each class may send next. The class that just sent a message waits for its own gap, replies wait for a
 * reply's gap, and every other class waits for half of the shorter gap. This way, other waiting classes are always
 * ready before the class that just sent a message, and none of them starves.
 */
function nextAfter(state: SendingState, start: Start, now: Date, gapFactor: number): SendingState["next_at"] {
  const { queue, draw, typingMs = 0 } = start;
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const reply = at(gapMs(state, "reply", draw, gapFactor));
  // A reply doesn't affect the other classes, so they can send in the gaps between replies.
  if (queue === "reply") return { ...state.next_at, reply: reply };
  const next = { ...state.next_at, reply: reply };
  const own = gapMs(ownPace(state, start), queue, draw, gapFactor);
  for (const other of ["known", "first", "broadcast"] as const) {
    const gap = other === gapOf(queue) ? own : SWITCH_SHARE * Math.min(own, gapMs(state, other, draw, gapFactor));
    const after = at(typingMs + slowStart(state, gap, now, gapFactor));
    const already = next[other];
    if (already === undefined || already < after) next[other] = after;
  }
  return next;
}

/** Returns the state with a broadcast's own interval applied. */
function ownPace(state: SendingState, { intervalSec }: Start): SendingState {
  if (intervalSec === undefined) return state;
  const broadcast_interval_seconds = Math.max(intervalSec, settingsInForce(state).broadcast_interval_seconds);
  return { ...state, settings: { ...state.settings, broadcast_interval_seconds } };
}

type GapSeconds = ReturnType<typeof gapSeconds>;

function gapSeconds(state: SendingState) {
  const settings = settingsInForce(state);
  return {
    reply: settings.reply_interval_seconds,
    known: settings.message_interval_seconds,
    first: settings.first_message_interval_seconds,
    broadcast: settings.broadcast_interval_seconds,
  };
}

/** Returns a class's gap in ms for a random draw. A draw of 0.5 produces the median gap. */
export function gapMs(state: SendingState, queue: SendQueue, draw: number, gapFactor = 1): number {
  const seconds = gapSeconds(state)[gapOf(queue)];
  return drawGapMs(seconds, draw, queue === "reply" ? GAP_FACTORS.reply : GAP_FACTORS.other) * gapFactor;
}

/**
 * Applies the slow start: right after a reconnect, gaps are ten times as long but never extend past the end of the slow
 * start. Replies are not slowed down.
 */
function slowStart(state: SendingState, gap: number, now: Date, gapFactor: number): number {
  if (state.connected_at === undefined) return gap;
  const leftMs = Date.parse(state.connected_at) + SLOW_START_MS * gapFactor - now.getTime();
  if (leftMs <= 0 || leftMs > SLOW_START_MS * gapFactor) return gap;
  return Math.min(gap * SLOW_FACTOR, Math.max(gap, leftMs));
}

/** Returns the state after the session has opened its connection, which begins the slow start. */
export function afterConnect(state: SendingState, now: Date): SendingState {
  return { ...state, connected_at: now.toISOString() };
}
