import { LIMITS } from "../../contracts/limits.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { checkedForm, keepChecked } from "../../records/checked-number.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { namedForm } from "../../records/named-person.ts";
import { keys } from "../../store/keys.ts";
import { requireResult } from "../commands/run-command.ts";
import { type CheckDay, checkDay, takeChecks } from "../protection/take-checks.ts";

/** Whether a number is on the network, and how many more look-ups are left today. */
export interface CheckedNumber {
  /** The number in the network's form if it exists on the network, otherwise as passed in. */
  phone: string;
  on_messenger: boolean;
  checks_left_today: number;
}

/**
 * Checks whether a number is on the network. Results from the last week are reused and don't count toward the limit,
 * because frequent look-ups put the checking number at risk. A result is also reused if the network reported it for the
 * other form of the same number. Spec: POST /v1/instances/{id}/check; Limits.
 * @throws ApiError `not_connected`; `limit_reached` until the next local day; `messenger_unavailable`, `unavailable`.
 */
export async function checkNumber(deps: LaneDeps, instance: InstanceRecord, phone: string): Promise<CheckedNumber> {
  if (instance.status !== "working") throw new ApiError("not_connected");
  const { table } = deps;
  const now = deps.clock.now();
  const day = await checkDay(table, instance, now);
  const kept = checkedForm(await table.get(keys.checkedNumber(instance.id, phone)), phone, now);
  const named = kept ? null : await namedForm(table, instance.id, phone, now);
  const known = kept ?? (named === null ? null : { phone: named, on_messenger: true });
  if (known) {
    const used = Number((await table.get(day.place))?.used ?? 0);
    return { ...known, checks_left_today: leftOf(day, used) };
  }
  const used = await takeChecks(table, day, now);
  if (used === null) throw noneLeft(day, now);
  const told = await requireResult<"check">(deps, instance, { kind: "check", phone });
  const answer = { phone: told.phone ?? phone, on_messenger: told.on_messenger };
  await keepChecked(table, instance.id, phone, answer, now);
  return { ...answer, checks_left_today: leftOf(day, used) };
}

const leftOf = ({ limit }: CheckDay, used: number): number => Math.max(0, limit - used);

const noneLeft = ({ limit, endsAt }: CheckDay, now: Date) =>
  new ApiError("limit_reached", {
    message: `This instance can look up ${limit} numbers a day. Wait the number of seconds given in Retry-After. Numbers already looked up in the last ${LIMITS.checkKeptDays} days do not count.`,
    retryAfterSec: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  });
