import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { type BroadcastRecord, NEW_BASELINE } from "../../records/broadcasts/broadcast.ts";
import type { GivenPerson } from "../../records/broadcasts/broadcast-pages.ts";
import { moveRow } from "../../records/broadcasts/broadcast-rows.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { readSending, type SendingRecord } from "../../records/sending.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed } from "../../store/table.ts";
import { changeBroadcastStatus } from "./change-broadcast-status.ts";
import { keptUntil } from "./create-broadcast.ts";
import { planAudience } from "./plan-audience.ts";
import { storeAudience } from "./store-audience.ts";
import { storeGiven } from "./store-given.ts";

/** The fields that begin a broadcast's run at `now`. */
export const begun = ({ quota }: SendingRecord, now: Date) => ({
  started_at: now.toISOString(),
  baseline: { ...NEW_BASELINE, warning: quota?.warning ?? null },
});

/** The sending state of a broadcast's number. */
export const sendingOfInstance = ({ table }: Pick<LaneDeps, "table">, { id, timezone }: InstanceRecord, now: Date) =>
  readSending(table, id, { timezone, now });

/** The answer to a request that came when the broadcast was not what it is about any more. */
export const movedOn = () =>
  new ApiError("conflict", { message: "The broadcast has just changed. Read it again, then decide." });

/**
 * Moves a broadcast that has not begun, with its people found anew: they are written under another generation, then one
 * conditional update leads to them. @param before as it was read. @param set `status`: what it becomes.
 * @throws ApiError `conflict` when it has begun or changed meanwhile.
 */
export async function remakeBroadcast(
  deps: LaneDeps,
  instance: InstanceRecord,
  before: BroadcastRecord,
  set: Partial<BroadcastRecord> & Pick<BroadcastRecord, "status">,
  given: readonly GivenPerson[],
): Promise<BroadcastRecord> {
  const now = deps.clock.now();
  const sending = await sendingOfInstance(deps, instance, now);
  const isRunning = set.status === "running";
  const gen = await drawGeneration(deps, before);
  const changed = { ...set, gen, ttl: keptUntil(now), ...(isRunning && begun(sending, now)) };
  const next = { ...before, ...changed };
  const begins = next.start_at !== null && !isRunning ? new Date(next.start_at) : now;
  const { people, ...planned } = await planAudience(deps.table, next, given, sending, { now, begins });
  const after = { ...next, ...planned };
  if (!isRunning) await storeGiven(deps.table, after, given);
  await storeAudience(deps.table, after, people);
  const writes = moveRow(before, after, now);
  const wakesLane = set.status !== "draft";
  const moved = await changeBroadcastStatus(deps, before, { set: { ...changed, ...planned }, writes, wakesLane });
  if (!moved) throw movedOn();
  return moved;
}

/** Draws a generation that no other change of the broadcast has: what loses its race writes over nobody's people. */
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
