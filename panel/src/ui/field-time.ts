/** Returns a zone's offset from UTC at a specific moment, in milliseconds. Positive if the zone is ahead of UTC. */
function aheadAt(ms: number, zone: string): number {
  const style = { timeZone: zone, hourCycle: "h23", dateStyle: "short", timeStyle: "medium" } as const;
  // The Swedish date format is ISO 8601 without the "T".
  const shown = new Intl.DateTimeFormat("sv-SE", style).format(ms).replace(" ", "T");
  return Date.parse(`${shown}Z`) - Math.floor(ms / 1000) * 1000;
}

/** Returns the text for a date-time field in a time zone. @param at ISO 8601; null results in "". */
export function fieldTime(at: string | null, zone: string): string {
  if (at === null) return "";
  const ms = new Date(at).getTime();
  return new Date(ms + aheadAt(ms, zone)).toISOString().slice(0, 16);
}

const DAY_MS = 86_400_000;

/**
 * Parses a date and time typed for a time zone. If the time occurs twice because clocks are set back, uses the first
 * occurrence. A time skipped because clocks are set forward is moved forward by the same amount.
 * @returns ISO 8601, or null if the text is empty or incomplete.
 */
export function momentOf(typed: string, zone: string): string | null {
  const asUtc = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const before = asUtc - aheadAt(asUtc - DAY_MS, zone);
  const after = asUtc - aheadAt(asUtc + DAY_MS, zone);
  const isShown = (ms: number) => ms + aheadAt(ms, zone) === asUtc;
  return new Date(!isShown(before) && isShown(after) ? after : before).toISOString();
}
