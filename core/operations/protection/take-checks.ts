import { DAY_MS } from "../../contracts/durations.ts";
import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { localDay, startOfNextDay } from "../../domain/protection/local-time.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { readSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Key, type Table } from "../../store/table.ts";

/** How long to keep counts. They are no longer needed once their day has ended in every time zone. */
const COUNT_KEPT_MS = 3 * DAY_MS;

/** A day for which an instance's look-ups are counted. */
export interface CheckDay {
  place: Key;
  /** The maximum number of phone numbers to look up on that day. */
  limit: number;
  endsAt: Date;
}

/**
 * Returns the instance's current day. Spec: Limits. @param timezone the linked number's time zone, used if the customer
 * hasn't set one.
 */
export async function checkDay(
  table: Table,
  { id, timezone }: { id: InstanceId; timezone: string },
  now: Date,
): Promise<CheckDay> {
  const sending = await readSending(table, id, { timezone, now });
  const zone = settingsInForce(sending).timezone;
  return {
    place: keys.checkCount(id, localDay(now, zone)),
    limit: sending.stage <= 1 ? LIMITS.checksPerDayOfNewNumber : LIMITS.checksPerDay,
    endsAt: startOfNextDay(now, zone),
  };
}

/**
 * Counts either all of the numbers or none, before the network is queried about them. @returns the total used so far,
 * or null if too few look-ups are left.
 */
export async function takeChecks(
  table: Table,
  { place, limit }: CheckDay,
  now: Date,
  count = 1,
): Promise<number | null> {
  if (count > limit) return null;
  try {
    const counted = await table.write({
      update: place,
      set: { ttl: Math.floor((now.getTime() + COUNT_KEPT_MS) / 1000) },
      add: { used: count },
      if: [{ anyOf: [[{ field: "used", is: "missing" }], [{ field: "used", op: "<=", value: limit - count }]] }],
    });
    return Number(counted?.used);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return null;
  }
}
