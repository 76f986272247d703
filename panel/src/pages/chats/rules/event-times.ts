/** Parses a time in a message's content. @returns null if it is invalid or missing. */
export function momentOf(at: string | null): Date | null {
  if (at === null) return null;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * Formats a time span. If it starts and ends on the same day, the day appears only once. @returns null if the start is
 * unknown.
 */
export function shownSpan(
  { starts_at, ends_at }: { starts_at: string | null; ends_at: string | null },
  locale: string,
  timeZone: string,
): string | null {
  const [start, end] = [momentOf(starts_at), momentOf(ends_at)];
  if (start === null) return null;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone });
  return end !== null && end > start ? format.formatRange(start, end) : format.format(start);
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Formats a duration in the largest unit that fits a whole number of times, such as `7 days`. */
export function shownDuration(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? (["second", 1] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}
