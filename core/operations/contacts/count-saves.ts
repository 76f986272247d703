import { DAY_MS } from "../../contracts/durations.ts";
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
): Promise<{ write: Write; isFull: ApiError }> {
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
