import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import type { InstanceQueue } from "../../store/lane-queues.ts";
import { instantsShowing, localDay } from "./local-time.ts";
import type { SendingState } from "./sending-state.ts";
import { type SettingsInForce, settingsInForce } from "./settings.ts";

/** The margin added at both ends of the night to allow for clock differences. Rationale: docs/protection.md. */
const MARGIN_MS = 2_000;

/** The night hold in the instance's local time, `HH:MM`. */
export interface QuietHours {
  start: string;
  end: string;
  timezone: string;
}

/** A single night, which holds messages from `begins` until just before `ends`, both including the margin. */
export interface Night {
  begins: Date;
  ends: Date;
}

/** The queues held at night: first messages and broadcasts. Spec: Number-protection rule, 2. */
const HELD: ReadonlySet<InstanceQueue> = new Set(["first", "first_counted", "broadcast"]);

/**
 * Whether messages in this queue wait until morning. Codes never do, because they follow a rule of their own
 * (`codeHold`).
 */
export const isHeldAtNight = (queue: InstanceQueue): boolean => HELD.has(queue);

/** Returns the quiet hours that currently apply. */
export function quietHoursInForce(settings: SettingsInForce): QuietHours {
  return { start: settings.quiet_hours_start, end: settings.quiet_hours_end, timezone: settings.timezone };
}

/** Returns the night that contains this instant, or null during the day. */
export function nightAt(at: Date, hours: QuietHours): Night | null {
  return nightsAround(at, hours).find(({ begins, ends }) => begins <= at && at < ends) ?? null;
}

/** Returns when the next night starts, including its margin, or when the current night started. */
export function nightBegins(at: Date, hours: QuietHours): Date {
  const night = nightAt(at, hours) ?? nightsAround(at, hours).find(({ begins }) => begins > at);
  if (!night) throw new RangeError("No night begins within two days."); // nightsAround covers two days
  return night.begins;
}

/** Returns when the night hold next ends, which is when the warm-up advances. */
export function endOfNight(state: Pick<SendingState, "settings" | "stage" | "level" | "timezone">, now: Date): Date {
  const hours = quietHoursInForce(settingsInForce(state));
  const night = nightAt(now, hours) ?? nightAt(nightBegins(now, hours), hours);
  if (!night) throw new RangeError("No night follows."); // nightBegins returns an instant within its night
  return night.ends;
}

/**
 * Returns the `go_before` of a message that starts now: the start of the next night, without the margin. Null means
 * that the message can be sent at any time.
 */
export function goBefore(queue: InstanceQueue, state: SendingState, now: Date): Date | null {
  if (!isHeldAtNight(queue)) return null;
  const begins = nightBegins(now, quietHoursInForce(settingsInForce(state)));
  return new Date(begins.getTime() + MARGIN_MS);
}

/**
 * Whether it is too late to relay a message. The last two seconds before its `go_before` (ISO) count as night, to allow
 * for differences between clocks.
 */
export const isTooLate = (goBefore: string | null | undefined, now: Date): boolean =>
  goBefore !== undefined && goBefore !== null && now.getTime() >= Date.parse(goBefore) - MARGIN_MS;

/** Returns the nights that start yesterday, today and tomorrow. */
function nightsAround(at: Date, { start, end, timezone }: QuietHours): Night[] {
  const today = Date.parse(localDay(at, timezone));
  return [-1, 0, 1].map((days) => {
    const evening = today + days * DAY_MS;
    // If the clocks show a time twice, the night covers both occurrences and everything in between.
    const begins = instantsShowing(evening + ofDayMs(start), timezone).first - MARGIN_MS;
    const ends = instantsShowing(evening + DAY_MS + ofDayMs(end), timezone).last + MARGIN_MS;
    return { begins: new Date(begins), ends: new Date(ends) };
  });
}

function ofDayMs(time: string): number {
  return Number(time.slice(0, 2)) * HOUR_MS + Number(time.slice(3, 5)) * MINUTE_MS;
}
