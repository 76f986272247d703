import { DAY_MS } from "../../contracts/durations.ts";
import type { AccountId } from "../../contracts/ids.ts";
import type { PlanAllowances } from "../../contracts/plans.ts";
import { allowanceDay } from "../../domain/accounts/plan-rules.ts";
import { ApiError } from "../../errors.ts";
import { type BroadcastRecord, broadcastRecords, isExpired } from "../../records/broadcasts/broadcast.ts";
import { type BroadcastPlaces, broadcastPlaces } from "../../records/broadcasts/broadcast-places.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed, type Table, type Write } from "../../store/table.ts";

/** The plan's limits on broadcasts that are stored but have not started. */
export type BroadcastAllowance = Pick<PlanAllowances, "draftsAtOnce" | "draftPeople" | "broadcastPeoplePerDay">;

/** How long a daily count is retained. */
const KEPT_MS = 2 * DAY_MS;

/**
 * Finds a place for a created or changed broadcast among the account's broadcasts that have not started.
 * @param people the number of people stored for the broadcast. @returns the write that takes the place, for the
 * transaction that creates or changes the broadcast. Empty if the broadcast starts immediately. If the write is
 * refused, another request took a place in the meantime: call this function again.
 * @throws ApiError 403 `plan_limit` if the plan has no place left, or no room for the number of people. Spec: Limits.
 */
export async function takePlace(
  table: Table,
  { id, account_id: account, status }: Pick<BroadcastRecord, "id" | "account_id" | "status">,
  people: number,
  allowance: BroadcastAllowance,
  now: Date,
): Promise<Write[]> {
  if (!isOpen({ status })) return [];
  const stored = await broadcastPlaces.read(table, account);
  let others = withoutOne(stored?.open ?? {}, id);
  if (faultOf(others, people, allowance)) others = await stillOpen(table, account, others, now);
  const fault = faultOf(others, people, allowance);
  if (fault) throw new ApiError("plan_limit", { message: fault });
  const record: BroadcastPlaces = { open: { ...others, [id]: people }, rev: (stored?.rev ?? 0) + 1 };
  const asRead = stored ? ({ field: "rev", op: "=", value: stored.rev } as const) : ({ item: "absent" } as const);
  return [{ put: { ...keys.broadcastPlaces(account), ...record }, if: [asRead] }];
}

const isOpen = ({ status }: Pick<BroadcastRecord, "status">) => status === "draft" || status === "scheduled";

const withoutOne = (open: BroadcastPlaces["open"], id: string): BroadcastPlaces["open"] =>
  Object.fromEntries(Object.entries(open).filter(([other]) => other !== id));

/** Returns a sentence saying which plan limit is exceeded, or null. */
function faultOf(others: BroadcastPlaces["open"], people: number, allowance: BroadcastAllowance): string | null {
  const { draftsAtOnce, draftPeople } = allowance;
  if (Object.keys(others).length >= draftsAtOnce)
    return `The plan includes ${draftsAtOnce} drafts and scheduled broadcasts at a time. Start or cancel one, or choose a larger plan.`;
  const taken = Object.values(others).reduce((sum, count) => sum + count, 0);
  if (taken + people <= draftPeople) return null;
  return `The plan includes ${draftPeople} people across all drafts and scheduled broadcasts. This one has ${people}, and the others have ${taken}. Choose fewer people, start or cancel another broadcast, or choose a larger plan.`;
}

/** Returns those of the broadcasts that still have not started. The rest no longer occupy a place. */
async function stillOpen(table: Table, account: AccountId, open: BroadcastPlaces["open"], now: Date) {
  const items = await table.getMany(Object.keys(open).map((id) => keys.broadcast(account, id)));
  const left = items.map(broadcastRecords.of).filter((one) => isOpen(one) && !isExpired(one, now));
  return Object.fromEntries(left.map(({ id }) => [id, open[id] ?? 0]));
}

/**
 * Counts the people about to be stored for a broadcast against the plan's daily allowance (UTC). This limits how many
 * people an account can store by repeatedly creating, changing and canceling broadcasts. The count isn't reverted if
 * the request then fails.
 * @throws ApiError 429 `plan_limit` with the seconds until the day ends.
 */
export async function countPeopleOfDay(
  table: Table,
  account: AccountId,
  people: number,
  { broadcastPeoplePerDay: most }: BroadcastAllowance,
  now: Date,
): Promise<void> {
  if (people === 0) return;
  const { day, next } = allowanceDay(now);
  const hasRoom = [[{ item: "absent" } as const], [{ field: "people", op: "<=", value: most - people } as const]];
  try {
    if (people > most) throw new ConditionFailed(null);
    await table.write({
      update: keys.broadcastPeopleOfDay(account, day),
      set: { ttl: Math.floor((now.getTime() + KEPT_MS) / 1000) },
      add: { people },
      if: [{ anyOf: hasRoom }],
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const retryAfterSec = Math.ceil((next.getTime() - now.getTime()) / 1000);
    const message = `The plan includes ${most} people a day (UTC) in created or changed broadcasts, and this one has ${people}. Choose fewer people or a larger plan, or wait the number of seconds given in Retry-After.`;
    throw new ApiError("plan_limit", { status: 429, message, retryAfterSec });
  }
}
