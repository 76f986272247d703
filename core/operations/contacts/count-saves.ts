import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { localDay, startOfNextDay } from "../../domain/protection/local-time.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { ApiError } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { readSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";

/** How long to keep a day's counts. They aren't needed once the day has ended in every time zone. */
const COUNT_KEPT_MS = 3 * DAY_MS;

/**
 * The maximum time a request takes to save the names that it has counted. Functions are stopped after 29 seconds
 * (`API_TIMEOUT_SEC`).
 */
const SAVES_WITHIN_MS = 30_000;

/** The fields to set with the count of names that a request saves afterward, for `areNamesBeingSaved`. */
export const savesUntil = (now: Date) => ({ saves_until_ms: now.getTime() + SAVES_WITHIN_MS });

/** Whether a request might still be saving names that it has counted. */
export async function areNamesBeingSaved(table: Table, instance: InstanceId, now: Date): Promise<boolean> {
  // The local day can be the day before or after the current day in UTC.
  const days = [-1, 0, 1].map((n) => new Date(now.getTime() + n * DAY_MS).toISOString().slice(0, 10));
  const counts = await table.getMany(days.map((day) => keys.contactSaves(instance, day)));
  return counts.some(({ saves_until_ms: until }) => typeof until === "number" && until > now.getTime());
}

/**
 * The kind of names to count: names changed one by one, which are also saved on the phone, or imported names, which
 * exist only in the table.
 */
interface Counted {
  field: "used" | "imported";
  count: number;
  most: number;
  /** The sentence that states the limit, for the error message. */
  rule: string;
}

/**
 * Builds the write that counts saved names for the current day in the instance's time zone, and the error to throw if
 * they would exceed the day's limit. Spec: Limits.
 */
export async function savesOfDay(
  { table, clock }: { table: Table; clock: Clock },
  instance: InstanceRecord,
  { field, count, most, rule }: Counted,
): Promise<{ write: Extract<Write, { update: unknown }>; isFull: ApiError }> {
  const now = clock.now();
  const sending = await readSending(table, instance.id, { timezone: instance.timezone, now });
  const { timezone } = settingsInForce(sending);
  const endsInMs = startOfNextDay(now, timezone).getTime() - now.getTime();
  return {
    write: {
      update: keys.contactSaves(instance.id, localDay(now, timezone)),
      set: { ttl: Math.floor((now.getTime() + COUNT_KEPT_MS) / 1000) },
      add: { [field]: count },
      if: [{ anyOf: [[{ field, is: "missing" }], [{ field, op: "<=", value: most - count }]] }],
    },
    isFull: new ApiError("limit_reached", {
      message: `${rule} Wait the number of seconds given in Retry-After.`,
      retryAfterSec: Math.max(1, Math.ceil(endsInMs / 1000)),
    }),
  };
}
