import { DAY_MS, HOUR_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { localDay } from "../protection/local-time.ts";
import { nightAt, nightBegins, quietHoursInForce } from "../protection/night.ts";
import { rollOver } from "../protection/pacing.ts";
import type { SendingState } from "../protection/sending-state.ts";
import { settingsInForce } from "../protection/settings.ts";

/** The average gap including jitter, as a multiple of the nominal gap, as measured in docs/benchmarks.md. */
const MEAN_GAP = 1.05;

/** A broadcast's own pace. A field is null if only the instance's pace applies. */
export interface OwnPace {
  interval_seconds: number | null;
  per_day: number | null;
}

/** When a broadcast is expected to finish, if known. */
export interface Forecast {
  /** The expected end, or null if the instance can't send broadcasts right now. */
  end: Date | null;
  /** The number of calendar days from start to end, inclusive, or 0 if unknown. */
  days: number;
  /** Whether the hourly limit slows the broadcast down more than the daily limit does. */
  isHourTheBrake: boolean;
}

/**
 * Estimates when a broadcast will have reached `waiting` people at today's pace: sending only during the day, within
 * the hourly limit, the daily limit and the gap between messages. It may take longer, because other messages that the
 * number sends within the same hour take precedence. Spec: broadcasts, `expected_end_at`.
 * @param from when the broadcast starts or resumes.
 */
export function forecast(waiting: number, sending: SendingState, own: OwnPace, from: Date): Forecast {
  const state = rollOver(sending, from);
  const settings = settingsInForce(state);
  const quiet = quietHoursInForce(settings);
  const perDay = Math.min(own.per_day ?? Number.POSITIVE_INFINITY, settings.broadcast_per_day);
  const gapSec = Math.max(own.interval_seconds ?? 0, settings.broadcast_interval_seconds) * MEAN_GAP;
  const perHour = Math.min(settings.messages_per_hour, HOUR_MS / 1000 / gapSec);
  if (perDay === 0) return { end: null, days: 0, isHourTheBrake: false };
  const isHourTheBrake = isBrake(perHour, perDay, from, quiet) && settings.messages_per_hour <= perHour;
  let left = waiting;
  let at = from;
  let today = Math.max(0, perDay - state.broadcast_today);
  const last = new Date(from.getTime() + LIMITS.broadcastDays * DAY_MS);
  while (at < last) {
    const night = nightAt(at, quiet);
    if (night) at = night.ends;
    const evening = nightBegins(at, quiet);
    const byHours = (perHour * (evening.getTime() - at.getTime())) / HOUR_MS;
    const goes = Math.floor(Math.min(today, byHours));
    if (left <= goes) {
      const end = new Date(at.getTime() + (left / perHour) * HOUR_MS);
      return { end, days: daysFrom(from, end, quiet.timezone), isHourTheBrake };
    }
    left -= goes;
    at = evening;
    today = perDay;
  }
  return { end: last, days: LIMITS.broadcastDays, isHourTheBrake };
}

/** Whether a full day at the hourly limit allows fewer messages than the daily limit does. */
function isBrake(perHour: number, perDay: number, from: Date, quiet: Parameters<typeof nightAt>[1]): boolean {
  const night = nightBegins(from, quiet);
  const morning = nightAt(night, quiet)?.ends ?? night;
  const dayHours = (DAY_MS - (morning.getTime() - night.getTime())) / HOUR_MS;
  return perHour * dayHours < perDay;
}

const daysFrom = (from: Date, end: Date, zone: string) =>
  Math.round((Date.parse(localDay(end, zone)) - Date.parse(localDay(from, zone))) / DAY_MS) + 1;
