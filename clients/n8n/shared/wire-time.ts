/** A time with its offset or as UTC, as the API wants it. */
const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * A time as an n8n field or expression gives it, with an offset: one without is meant in the workflow's zone.
 * @returns what was given, when it is no time: the gateway says what it wants.
 */
export function wireTime(given: unknown, timeZone: string): string {
  if (given instanceof Date) return given.toISOString();
  const text = String(given ?? "").trim();
  if (text === "" || WITH_OFFSET.test(text)) return text;
  const asUtc = Date.parse(`${text.replace(" ", "T")}Z`);
  if (Number.isNaN(asUtc)) return text;
  // Twice, because the offset of the first guess may be from the other side of a change of the clocks.
  let instant = asUtc - offsetMs(asUtc, timeZone);
  instant = asUtc - offsetMs(instant, timeZone);
  return new Date(instant).toISOString();
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
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
