import { DateTime } from "luxon";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_DAYS = 366;
/** How long before a calendar change a run starts, so that the change happens during the run. */
const BEFORE_MS = 20 * SECOND_MS;

/** A date on which the tests must pass, and the machine's time zone. */
export interface Occasion {
  name: string;
  at: Date;
  zone: string;
}

/** Returns the occasions for a run of `npm run dates -w tools`, all of them after `now`. */
export function occasions(now: Date): Occasion[] {
  const ahead = (days: number) => new Date(now.getTime() + days * DAY_MS);
  return [
    { name: "a day ahead", at: ahead(1), zone: "Asia/Kolkata" },
    { name: "40 days ahead", at: ahead(40), zone: "Pacific/Honolulu" },
    { name: "400 days ahead", at: ahead(400), zone: "Pacific/Apia" },
    { name: "29 February", at: nextLeapDay(now), zone: "America/Sao_Paulo" },
    { name: "the last seconds of a year", at: yearEnd(now), zone: "UTC" },
    { name: "a change of the clocks", at: nextClockChange(now, "Europe/Berlin"), zone: "Europe/Berlin" },
  ];
}

/** Returns noon UTC on the next leap day, when it is February 29 in all of the zones above. */
function nextLeapDay(now: Date): Date {
  for (let year = now.getUTCFullYear(); ; year++) {
    const at = new Date(Date.UTC(year, 1, 29, 12));
    if (at > now && at.getUTCMonth() === 1) return at;
  }
}

function yearEnd(now: Date): Date {
  const inThisRun = now.getTime() + 10 * BEFORE_MS;
  const end = Date.UTC(now.getUTCFullYear() + 1, 0, 1) - BEFORE_MS;
  return new Date(end > inThisRun ? end : Date.UTC(now.getUTCFullYear() + 2, 0, 1) - BEFORE_MS);
}

/** Returns when the zone's clocks next change. @throws if the zone doesn't observe daylight saving time. */
function nextClockChange(now: Date, zone: string): Date {
  const offsetAt = (ms: number) => DateTime.fromMillis(ms, { zone }).offset;
  const firstHour = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS;
  for (let hour = firstHour; hour < firstHour + YEAR_DAYS * DAY_MS; hour += HOUR_MS) {
    if (offsetAt(hour) !== offsetAt(hour - SECOND_MS)) return new Date(hour - BEFORE_MS);
  }
  throw new Error(`The clocks of ${zone} never change.`);
}
