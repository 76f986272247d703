/** Matches a time that is in UTC or has an offset, as the API requires. */
const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Returns the time in an n8n field or expression, with an offset. A time without one is interpreted in the workflow's
 * time zone.
 * @returns the input unchanged if it isn't a time, because the gateway's error then explains what is expected.
 */
export function wireTime(given: unknown, timeZone: string): string {
  if (given instanceof Date) return given.toISOString();
  const text = String(given ?? "").trim();
  if (text === "" || WITH_OFFSET.test(text)) return text;
  const asUtc = Date.parse(`${text.replace(" ", "T")}Z`);
  if (Number.isNaN(asUtc)) return text;
  // Apply the offset twice: the first guess can be on the other side of a clock change.
  let instant = asUtc - offsetMs(asUtc, timeZone);
  instant = asUtc - offsetMs(instant, timeZone);
  return new Date(instant).toISOString();
}

/**
 * Returns a time zone's offset from UTC at an instant, in milliseconds. The offset is positive if the zone is ahead of
 * UTC.
 */
function offsetMs(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const shown = Date.UTC(
    value("year"),
    value("month") - 1,
    value("day"),
    value("hour"),
    value("minute"),
    value("second"),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}
