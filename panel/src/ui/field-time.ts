/** Returns how far a zone's clock is ahead of UTC at a moment, in milliseconds. */
function aheadAt(ms: number, zone: string): number {
  const style = { timeZone: zone, hourCycle: "h23", dateStyle: "short", timeStyle: "medium" } as const;
  // Swedish dates are ISO 8601 except for the "T".
  const shown = new Intl.DateTimeFormat("sv-SE", style).format(ms).replace(" ", "T");
  return Date.parse(`${shown}Z`) - Math.floor(ms / 1000) * 1000;
}

/** The text for a date-time field, by a zone's clock. @param at ISO 8601; null gives "". */
export function fieldTime(at: string | null, zone: string): string {
  if (at === null) return "";
  const ms = new Date(at).getTime();
  return new Date(ms + aheadAt(ms, zone)).toISOString().slice(0, 16);
}

const DAY_MS = 86_400_000;

/**
 * Parses a date and time typed by a zone's clock. If the time occurs twice, because clocks go back, the first one
 * counts. A time that clocks skip is moved forward by as much as they skip.
 * @returns ISO 8601; null if empty or incomplete.
 */
export function momentOf(typed: string, zone: string): string | null {
  const asUtc = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const before = asUtc - aheadAt(asUtc - DAY_MS, zone);
  const after = asUtc - aheadAt(asUtc + DAY_MS, zone);
  const isShown = (ms: number) => ms + aheadAt(ms, zone) === asUtc;
  return new Date(!isShown(before) && isShown(after) ? after : before).toISOString();
}
