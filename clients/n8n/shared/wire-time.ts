/** A time with an offset or in UTC, as the API requires. */
const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A time from an n8n field or expression, with an offset; a time without one is taken to be in the workflow's zone.
 * @returns the input if it is not a time, because the gateway explains what it expects.
 */
export function wireTime(given: unknown, timeZone: string): string {
  if (given instanceof Date) return given.toISOString();
  const text = String(given ?? "").trim();
  if (text === "" || WITH_OFFSET.test(text)) return text;
  const asUtc = Date.parse(`${text.replace(" ", "T")}Z`);
  if (Number.isNaN(asUtc)) return text;
  // Done twice, because the first guess's offset can be from the other side of a clock change.
  let instant = asUtc - offsetMs(asUtc, timeZone);
  instant = asUtc - offsetMs(instant, timeZone);
  return new Date(instant).toISOString();
}

/** How far a zone's clocks are ahead of UTC at an instant. */
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
