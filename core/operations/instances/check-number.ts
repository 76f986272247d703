import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { localDay, startOfNextDay } from "../../domain/protection/local-time.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { namedForm } from "../../records/named-person.ts";
import { readSending } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed } from "../../store/table.ts";
import { requireResult } from "../commands/run-command.ts";

/** Counts are useless after their day, in any zone. */
const COUNT_KEPT_MS = 3 * DAY_MS;

/** Whether a number is on the network, and how many more may be looked up today. */
export interface CheckedNumber {
  /** In the network's form when it exists there, else as given. */
  phone: string;
  on_messenger: boolean;
  checks_left_today: number;
}

/**
 * Checks whether a number is on the network. A result from the last week is reused and not counted: frequent look-ups
 * cost the number its reputation. The same holds for a form of a number for which the network named another one. Spec:
 * POST /v1/instances/{id}/check; Limits.
 * @throws ApiError `not_connected`; `limit_reached` until the next local day; `messenger_unavailable`, `unavailable`.
 */
export async function checkNumber(deps: LaneDeps, instance: InstanceRecord, phone: string): Promise<CheckedNumber> {
  if (instance.status !== "working") throw new ApiError("not_connected");
  const now = deps.clock.now();
  const day = await dayOf(deps, instance, now);
  const known = await deps.table.get(keys.checkedNumber(instance.id, phone));
  if (known && Number(known.ttl) * 1000 > now.getTime()) {
    const used = Number((await deps.table.get(day.place))?.used ?? 0);
    const form = typeof known.phone === "string" ? known.phone : phone;
    return { phone: form, on_messenger: known.on_messenger === true, checks_left_today: leftOf(day, used) };
  }
  const named = await namedForm(deps.table, instance.id, phone, now);
  if (named !== null) {
    const used = Number((await deps.table.get(day.place))?.used ?? 0);
    return { phone: named, on_messenger: true, checks_left_today: leftOf(day, used) };
  }
  const used = await countCheck(deps, day, now);
  const told = await requireResult<"check">(deps, instance, { kind: "check", phone });
  const answer = { phone: told.phone ?? phone, on_messenger: told.on_messenger };
  const ttl = Math.floor((now.getTime() + LIMITS.checkKeptDays * DAY_MS) / 1000);
  // The answer is about both forms. A death between the two costs one more question.
  for (const form of new Set([phone, answer.phone]))
    await deps.table.write({ put: { ...keys.checkedNumber(instance.id, form), ...answer, ttl } });
  return { ...answer, checks_left_today: leftOf(day, used) };
}

const leftOf = ({ limit }: Day, used: number): number => Math.max(0, limit - used);

type Day = Awaited<ReturnType<typeof dayOf>>;

async function dayOf(deps: LaneDeps, instance: InstanceRecord, now: Date) {
  const sending = await readSending(deps.table, instance.id, { timezone: instance.timezone, now });
  const { timezone } = settingsInForce(sending);
  return {
    place: keys.checkCount(instance.id, localDay(now, timezone)),
    limit: sending.stage <= 1 ? LIMITS.checksPerDayOfNewNumber : LIMITS.checksPerDay,
    endsAt: startOfNextDay(now, timezone),
  };
}

/** @returns how many are used with this one. @throws ApiError `limit_reached` */
async function countCheck({ table }: LaneDeps, { place, limit, endsAt }: Day, now: Date): Promise<number> {
  try {
    const counted = await table.write({
      update: place,
      set: { ttl: Math.floor((now.getTime() + COUNT_KEPT_MS) / 1000) },
      add: { used: 1 },
      if: [{ anyOf: [[{ field: "used", is: "missing" }], [{ field: "used", op: "<", value: limit }]] }],
    });
    return Number(counted?.used);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new ApiError("limit_reached", {
      message: `This instance can look up ${limit} numbers a day. Wait for the seconds given in Retry-After; numbers looked up within ${LIMITS.checkKeptDays} days are not counted.`,
      retryAfterSec: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
    });
  }
}
