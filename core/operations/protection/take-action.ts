import type { InstanceId } from "../../contracts/ids.ts";
import { actionLimit, LIMITED_ACTIONS, type LimitedAction } from "../../contracts/protection/limited-actions.ts";
import { actionsToday } from "../../domain/protection/action-counts.ts";
import { localDay, startOfNextDay } from "../../domain/protection/local-time.ts";
import { settingsInForce } from "../../domain/protection/settings.ts";
import type { TakenAction } from "../../domain/protection/taken-action.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { Clock } from "../../ports.ts";
import { transactFenced } from "../../records/fence.ts";
import { limitedActionRecords } from "../../records/limited-actions.ts";
import { type SendingRecord, sendingOf } from "../../records/sending.ts";
import { isCommitted } from "../../store/is-committed.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import type { Table, Write } from "../../store/table.ts";

type Deps = { table: Table; clock: Clock };

/** The maximum number of attempts when an instance's actions keep racing. In practice, far fewer are needed. */
const TRIES = 30;

/**
 * Charges a limited action before it is performed. If the action definitely did not happen, refund it with
 * `giveBackAction`. The count stays exact even when requests race. If the process crashes before the refund, the charge
 * remains until the end of the day.
 * @param count charged in full or not at all.
 * @param fence the fence that a session's operation started with; only sessions pass it.
 * @returns the argument for `giveBackAction`. @throws ApiError `limit_reached` until the next local day; FenceLost.
 */
export async function takeAction(
  deps: Deps,
  instance: InstanceId,
  kind: LimitedAction,
  count = 1,
  fence?: number,
): Promise<TakenAction> {
  const taken = await takeUpTo(deps, instance, kind, { atLeast: count, atMost: count }, fence);
  if ("taken" in taken) return taken.taken;
  throw taken.isFull;
}

/**
 * Like `takeAction`, but charges at most the number of actions left for the day.
 * @param most the number of actions wanted. @returns the number charged, which may be zero, and the error for the rest.
 */
export async function takeLeftActions(
  deps: Deps,
  instance: InstanceId,
  kind: LimitedAction,
  most: number,
  fence?: number,
): Promise<{ taken: TakenAction | null; isFull: ApiError }> {
  const outcome = await takeUpTo(deps, instance, kind, { atLeast: 1, atMost: most }, fence);
  return { taken: "taken" in outcome ? outcome.taken : null, isFull: outcome.isFull };
}

/**
 * Refunds actions that didn't happen because the network refused them or was never called. Does nothing if a new day
 * has begun. Must be called only once per charge. @throws FenceLost
 */
export async function giveBackAction(
  { table }: Pick<Deps, "table">,
  instance: InstanceId,
  { kind, count, day }: TakenAction,
  fence?: number,
): Promise<void> {
  if (count === 0) return;
  const back: Write = {
    update: keys.limitedActions(instance),
    add: { [kind]: -count },
    if: [
      { field: "day", op: "=", value: day },
      { field: kind, op: ">=", value: count },
    ],
  };
  await isCommitted(counting(table, instance, back, fence));
}

async function takeUpTo(
  { table, clock }: Deps,
  instance: InstanceId,
  kind: LimitedAction,
  { atLeast, atMost }: { atLeast: number; atMost: number },
  fence?: number,
): Promise<{ taken: TakenAction; isFull: ApiError } | { isFull: ApiError }> {
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ commit }) => {
    const now = clock.now();
    const items = await table.getMany([keys.limitedActions(instance), keys.sending(instance)]);
    const sending = sendingOn(items, instance, now);
    const { timezone } = settingsInForce(sending);
    const stored = limitedActionRecords.among(items, instance);
    const today = actionsToday(stored ?? {}, localDay(now, timezone));
    const limit = actionLimit(kind, sending.stage);
    const isFull = fullAnswer(kind, limit, startOfNextDay(now, timezone).getTime() - now.getTime());
    const used = today[kind] ?? 0;
    const count = Math.min(atMost, limit - used);
    if (count < atLeast) return { isFull };
    const { day, ...counts } = today;
    const isSound = stored?.day === day && (stored[kind] === undefined || stored[kind] === used);
    const write: Write = isSound
      ? counted(instance, kind, count, day, limit)
      : begun(instance, { ...counts, [kind]: used + count }, day, stored);
    await commit(counting(table, instance, write, fence));
    return { taken: { kind, count, day }, isFull };
  });
}

/** Builds the write that increases the stored day's count. */
const counted = (instance: InstanceId, kind: LimitedAction, count: number, day: string, limit: number): Write => ({
  update: keys.limitedActions(instance),
  add: { [kind]: count },
  if: [
    { field: "day", op: "=", value: day },
    { anyOf: [[{ field: kind, is: "missing" }], [{ field: kind, op: "<=", value: limit - count }]] },
  ],
});

/**
 * Builds the write that starts a new day or replaces an unreadable record. Refused if the record has changed since it
 * was read.
 */
function begun(
  instance: InstanceId,
  counts: Partial<Record<LimitedAction, number>>,
  day: string,
  stored: Record<string, unknown> | null,
): Write {
  const kinds = Object.keys(LIMITED_ACTIONS) as LimitedAction[]; // Object.keys loses the key type
  const gone = kinds.filter((kind) => counts[kind] === undefined);
  const asRead = (["day", ...kinds] as const).map((field) => {
    const value = stored?.[field];
    if (value === undefined) return { field, is: "missing" } as const;
    return typeof value === "string" || typeof value === "number"
      ? ({ field, op: "=", value } as const)
      : ({ field, is: "present" } as const);
  });
  return { update: keys.limitedActions(instance), set: { ...counts, day }, remove: gone, if: asRead };
}

/**
 * Uses a transaction even for a single write: if a transaction is repeated after a lost response, the table recognizes
 * it, so nothing is counted twice.
 */
const counting = (table: Table, instance: InstanceId, write: Write, fence?: number): Promise<void> =>
  fence === undefined ? table.transact([write]) : transactFenced(table, instance, fence, [write]);

/** Extracts the sending state from the items. Every instance has a stored time zone from its first day. */
const sendingOn = (
  items: Parameters<typeof limitedActionRecords.among>[0],
  instance: InstanceId,
  now: Date,
): SendingRecord =>
  sendingOf(
    items.find(({ sk }) => sk === keys.sending(instance).sk),
    { timezone: "UTC", now },
  );

function fullAnswer(kind: LimitedAction, limit: number, endsInMs: number): ApiError {
  const { verb, things } = LIMITED_ACTIONS[kind];
  return new ApiError("limit_reached", {
    message: `To protect its number, this instance can ${verb} ${limit} ${things} a day. Wait the number of seconds given in Retry-After.`,
    retryAfterSec: Math.max(1, Math.ceil(endsInMs / 1000)),
  });
}
