import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contracts/durations.ts";
import { memo } from "../memo.ts";

/** Returns the local time in the given zone at an instant, as if it were UTC. */
const shownAt = (ms: number, zone: string) => ms + offsetMs(ms, zone);

const ZONES_KEPT = 1_000;
const OFFSETS_KEPT = 1_000; // of a zone

/**
 * A zone's offsets by minute. Zones change their offset on whole minutes, and the same few offsets are needed
 * repeatedly. @throws RangeError for an unknown zone, because a night hold at the wrong time would be worse.
 */
const offsetsOf = memo(ZONES_KEPT, (zone: string) => {
  const clock = clockOf(zone);
  return memo(OFFSETS_KEPT, (minute: number) => shownBy(clock, minute * MINUTE_MS) - minute * MINUTE_MS);
});

const offsetMs = (ms: number, zone: string) => offsetsOf(zone)(Math.floor(ms / MINUTE_MS));

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const digits = "2-digit";
  const date = { year: "numeric", month: digits, day: digits } as const;
  return new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", calendar: "gregory", ...date },
    ...{ hour: digits, minute: digits, second: digits },
  });
}

/** Returns the local time that a formatter gives for an instant, as if it were UTC. */
function shownBy(clock: Intl.DateTimeFormat, ms: number): number {
  const parts = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns how many milliseconds a zone's local time is ahead of UTC at an instant. */
export const zoneOffsetMs = (at: Date, zone: string): number => offsetMs(at.getTime(), zone);

/** Returns the calendar day in the given time zone, in the form `2026-11-20`. */
export function localDay(at: Date, zone: string): string {
  return new Date(shownAt(at.getTime(), zone)).toISOString().slice(0, 10);
}

/**
 * Returns when the next calendar day starts in the given time zone. If a clock change skips midnight, the day starts at
 * the time of the change.
 */
export function startOfNextDay(at: Date, zone: string): Date {
  const midnight = Date.parse(localDay(at, zone)) + DAY_MS;
  const { first, last } = instantsShowing(midnight, zone);
  // If clocks are set back across midnight, they show the old day again, and its second midnight is still to come.
  return new Date(first > at.getTime() ? first : last);
}

/**
 * Returns the start and end of the clock hour that contains an instant, in the given time zone. start <= at < end
 * always holds.
 * @param hourMs the length of an hour, shorter for demos on a single machine.
 */
export function localHour(at: Date, zone: string, hourMs = HOUR_MS): { start: Date; end: Date } {
  const offset = offsetMs(at.getTime(), zone);
  const start = Math.floor((at.getTime() + offset) / hourMs) * hourMs - offset;
  return { start: new Date(start), end: new Date(start + hourMs) };
}

/**
 * Returns the first and last instants at which a zone's clocks show a given time. The two differ if the clocks are set
 * back across that time. If they are set forward across it, both are the instant of the change.
 * @param shown the time on the clocks, as if it were UTC, in epoch ms. @returns epoch ms.
 */
export function instantsShowing(shown: number, zone: string): { first: number; last: number } {
  const around = [offsetMs(shown - DAY_MS, zone), offsetMs(shown + DAY_MS, zone)];
  const found = around.map((offset) => shown - offset).filter((ms) => shownAt(ms, zone) === shown);
  if (found.length > 0) return { first: Math.min(...found), last: Math.max(...found) };
  let before = shown - Math.max(...around);
  let after = shown - Math.min(...around);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (shownAt(middle, zone) < shown) before = middle;
    else after = middle;
  }
  return { first: after, last: after };
}
