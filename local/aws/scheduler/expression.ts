import { DateTime } from "luxon";
import { AwsError } from "../service/aws-error.ts";

const UNITS_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** When a schedule fires: once at `at` (epoch milliseconds), or every `everyMs`. */
export type Timing = { at: number } | { everyMs: number };

/**
 * Parses `at(yyyy-mm-ddThh:mm:ss)` in the schedule's time zone, or `rate(n minutes|hours|days)`.
 * @throws AwsError ValidationException for any other expression, including cron().
 */
export function readExpression(expression: string, timeZone: string): Timing {
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression)?.[1];
  if (at !== undefined) {
    const time = DateTime.fromISO(at, { zone: timeZone });
    if (time.isValid) return { at: time.toMillis() };
    throw invalid(`Invalid Schedule Expression ${expression} in time zone ${timeZone}.`);
  }
  const [, count, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const everyMs = Number(count) * (UNITS_MS[unit] ?? 0);
  if (everyMs > 0) return { everyMs };
  if (expression.startsWith("cron(")) throw invalid("cron() schedules are not emulated here; use at() or rate().");
  throw invalid(`Invalid Schedule Expression ${expression}.`);
}

const invalid = (message: string) => new AwsError("ValidationException", message);
