import { NOBODY_LEFT } from "../../domain/broadcasts/pick-people.ts";
import { ApiError, endUnavailable } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type BroadcastRecord, broadcastRecords, NEW_BASELINE } from "../../records/broadcasts/broadcast.ts";
import { moveRow } from "../../records/broadcasts/broadcast-rows.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { readSending, type SendingRecord } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { retryOnChange } from "../../store/retry-on-change.ts";
import { ConditionFailed } from "../../store/table.ts";
import { changeBroadcastStatus, type Move } from "./change-broadcast-status.ts";
import { keptUntil, overAt } from "./create-broadcast.ts";
import { type GivenList, planAudience } from "./plan-audience.ts";
import { storeAudience } from "./store-audience.ts";
import { storeGiven } from "./store-given.ts";
import { type BroadcastAllowance, countPeopleOfDay, takePlace } from "./take-place.ts";

/** Returns the fields that mark a broadcast as started at `now`. */
export const begun = ({ quota }: SendingRecord, now: Date) => ({
  started_at: now.toISOString(),
  baseline: { ...NEW_BASELINE, warning: quota?.warning ?? null },
});

/** Reads the sending state of a broadcast's number. */
export const sendingOfInstance = ({ table }: Pick<LaneDeps, "table">, { id, timezone }: InstanceRecord, now: Date) =>
  readSending(table, id, { timezone, now });

/** Builds the error for a request that the broadcast's new status no longer allows. */
export const movedOn = () =>
  new ApiError("conflict", { message: "The broadcast has just changed. Fetch it again before you decide." });

/** How many times to look for a place in the plan while the account's other requests keep taking places. */
const TRIES = 16;

/**
 * Moves a broadcast that has not started to a new state, with a newly determined list of people. The people are written
 * under a new generation, and then one conditional update switches the broadcast to that generation.
 * @param before the broadcast as it was read. @param set the new fields, including `status`.
 * @param allowance the plan's allowance, which limits changes. Null if the broadcast starts, which happens only once
 * and uses the broadcast's existing place.
 * @throws ApiError `conflict` if the broadcast has started or changed in the meantime; `plan_limit`.
 */
export async function remakeBroadcast(
  deps: LaneDeps,
  instance: InstanceRecord,
  before: BroadcastRecord,
  set: Partial<BroadcastRecord> & Pick<BroadcastRecord, "status">,
  given: GivenList,
  allowance: BroadcastAllowance | null,
): Promise<BroadcastRecord> {
  const now = deps.clock.now();
  const sending = await sendingOfInstance(deps, instance, now);
  const isRunning = set.status === "running";
  const gen = await drawGeneration(deps, before);
  const changed = { ...set, gen, ttl: keptUntil(set.status, now), ...(isRunning && begun(sending, now)) };
  const next = { ...before, ...changed };
  const begins = next.start_at !== null && !isRunning ? new Date(next.start_at) : now;
  const { people, kept, planned } = await planAudience(deps.table, next, given, sending, { now, begins });
  const dropped = isRunning ? NOBODY_LEFT : kept.dropped;
  const over = isRunning && people.length === 0 ? overAt(now) : null;
  const after = { ...next, ...planned, dropped, ...over };
  const stored = Math.max(people.length, kept.people.length);
  const place = async () => (allowance ? takePlace(deps.table, after, stored, allowance, now) : []);
  await place();
  if (allowance) await countPeopleOfDay(deps.table, before.account_id, stored, allowance, now);
  if (!isRunning) await storeGiven(deps.table, after, kept.people);
  await storeAudience(deps.table, after, people);
  const move = {
    set: { ...changed, ...planned, dropped, ...over },
    wakesLane: after.status !== "draft" && !over,
    ...(over && { event: "broadcast.completed" as const }),
  };
  return commit(deps, before, async () => ({ ...move, writes: [...moveRow(before, after, now), ...(await place())] }));
}

/**
 * Performs the transition. Retries if another request has taken a place in the plan but the broadcast itself is
 * unchanged.
 */
async function commit(deps: LaneDeps, before: BroadcastRecord, moveNow: () => Promise<Move>): Promise<BroadcastRecord> {
  return retryOnChange({ tries: TRIES, atEnd: endUnavailable }, async ({ again }) => {
    const moved = await changeBroadcastStatus(deps, before, await moveNow());
    if (moved) return moved;
    const stands = await broadcastRecords.read(deps.table, before.account_id, before.id);
    if (stands?.rev !== before.rev || stands.status !== before.status) throw movedOn();
    return again();
  });
}

/**
 * Reserves a generation number that no other change uses, so a change that loses a race doesn't overwrite the winner's
 * people.
 */
async function drawGeneration({ table }: LaneDeps, { account_id, id, rev }: BroadcastRecord): Promise<number> {
  const asRead = [{ field: "rev", op: "=", value: rev } as const];
  try {
    const drawn = await table.write({ update: keys.broadcast(account_id, id), add: { gens: 1 }, if: asRead });
    return Number(drawn?.gens);
  } catch (error) {
    if (error instanceof ConditionFailed) throw movedOn();
    throw error;
  }
}
