import { PANEL_LIMITS } from "../../../../core/contracts/panel/panel-limits.ts";

/** The names of the filters in the page's URL. */
export const STATISTIC_FILTERS = ["range", "from", "to", "number"] as const;

/** The filters' values. "" if a filter isn't set. */
export type StatisticFilters = Record<(typeof STATISTIC_FILTERS)[number], string>;

/** A range of days, both ends included. */
export interface DayRange {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const LONG = 30;
const SHORT = 7;

/** Returns the calendar day of a timestamp in a time zone. */
export const dayIn = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the range of days selected by the filters; the last 7 days by default. The two days of a custom range may be
 * in either order. If the range is too long, its first day is moved.
 */
export function rangeOf({ range, from, to }: StatisticFilters, today: string): DayRange {
  const last = (days: number) => ({ from: daysBefore(today, days - 1), to: today });
  if (range === String(LONG)) return last(LONG);
  if (range !== "own" || !isDay(from) || !isDay(to)) return last(SHORT);
  const [first, second] = from <= to ? [from, to] : [to, from];
  const earliest = daysBefore(second, PANEL_LIMITS.figuresDaysMax - 1);
  return { from: [first, earliest].toSorted().at(-1) ?? first, to: second };
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && daysBefore(text, 0) === text;

/** Returns the average time in its two largest units, or null if there were no times. */
export function averageOf({
  count,
  seconds,
}: {
  count: number;
  seconds: number;
}): { key: TimeKey; values: TimeValues } | null {
  if (count === 0) return null;
  const minutes = Math.round(seconds / count / 60);
  if (minutes < 60) return { key: "minutes", values: { minutes } };
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return { key: "hours", values: { hours, minutes: minutes % 60 } };
  return { key: "days", values: { days: Math.floor(hours / 24), hours: hours % 24 } };
}

type TimeKey = "minutes" | "hours" | "days";
type TimeValues = Partial<Record<TimeKey, number>>;
