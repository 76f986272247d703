import { type Hours, WEEKDAYS } from "../../contracts/answers/answer-states.ts";
import { DAY_MS } from "../../contracts/durations.ts";
import { zoneOffsetMs } from "../protection/local-time.ts";

const MINUTES_A_DAY = 1_440;

/**
 * Whether an instant is within opening hours, in the local time of the given zone. An hour that occurs twice is open
 * both times. If `hours` is null, every instant is within them; if `from` equals `to`, the whole day is. @throws
 * RangeError on an unknown zone.
 */
export function isWithin(hours: Hours | null, instant: Date, zone: string): boolean {
  if (hours === null) return true;
  const shown = instant.getTime() + zoneOffsetMs(instant, zone);
  const [now, from, to] = [new Date(shown), minuteOf(hours.from), minuteOf(hours.to)];
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  const today = isOpenDay(hours, shown) && minute >= from && minute < (to > from ? to : MINUTES_A_DAY);
  const sinceYesterday = to <= from && minute < to && isOpenDay(hours, shown - DAY_MS);
  return today || sinceYesterday;
}

function isOpenDay({ days }: Hours, shown: number): boolean {
  const day = WEEKDAYS[(new Date(shown).getUTCDay() + 6) % 7]; // JavaScript's week begins with Sunday
  return day !== undefined && days.includes(day);
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
