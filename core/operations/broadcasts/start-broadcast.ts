import { NOBODY_LEFT } from "../../domain/broadcasts/pick-people.ts";
import { ApiError } from "../../errors.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { moveRow } from "../../records/broadcasts/broadcast-rows.ts";
import type { InstanceRecord } from "../../records/instance.ts";
import { changeBroadcastStatus } from "./change-broadcast-status.ts";
import { overAt } from "./create-broadcast.ts";
import { begun, movedOn, remakeBroadcast, sendingOfInstance } from "./remake-broadcast.ts";
import { readGiven } from "./store-given.ts";

/**
 * Starts a broadcast. A draft's people are determined now, and the draft then starts at its start time or immediately.
 * A scheduled broadcast already has its people and starts immediately. Spec: POST /v1/broadcasts/{id}/start.
 * @throws ApiError `conflict` if the broadcast has already started, or changes in the meantime.
 */
export async function startBroadcast(
  deps: LaneDeps,
  instance: InstanceRecord,
  before: BroadcastRecord,
): Promise<BroadcastRecord> {
  const now = deps.clock.now();
  if (before.status === "draft") {
    const isLater = before.start_at !== null && before.start_at > now.toISOString();
    const status = isLater ? "scheduled" : "running";
    const list = { people: await readGiven(deps.table, before), dropped: before.dropped ?? NOBODY_LEFT };
    return remakeBroadcast(deps, instance, before, { status }, list, null);
  }
  if (before.status !== "scheduled") {
    const message = `The broadcast is ${before.status}, so it has already been started.`;
    throw new ApiError("conflict", { message });
  }
  const over = before.total === 0 ? overAt(now) : null;
  const set = { status: "running", ...begun(await sendingOfInstance(deps, instance, now), now), ...over } as const;
  const writes = moveRow(before, { ...before, ...set }, now);
  const event = over && ({ event: "broadcast.completed" } as const);
  const moved = await changeBroadcastStatus(deps, before, { set, writes, wakesLane: !over, ...event });
  if (!moved) throw movedOn();
  return moved;
}
