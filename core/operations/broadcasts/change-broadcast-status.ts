import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { BroadcastRecord } from "../../records/broadcasts/broadcast.ts";
import { broadcastEvent } from "../../records/broadcasts/broadcast-events.ts";
import { eventRoute, eventWrites, wakeEndpoint } from "../../records/event.ts";
import { transactFenced } from "../../records/fence.ts";
import type { Owner } from "../../records/owner.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { type SomeWrites, TransactionRefused, type Write } from "../../store/table.ts";
import { sumProgress } from "./sum-progress.ts";

/** A broadcast's transition to another status. */
export interface Move {
  set: Partial<BroadcastRecord>;
  /** Additional writes that are part of the transition, for the broadcast's row in the lane. */
  writes?: Write[];
  event?: "broadcast.paused" | "broadcast.completed";
  /** Set only when the transition is made by a session: the owner whose fence guards the write. */
  own?: Owner;
  /** Whether to wake the lane so that it checks the broadcast. */
  wakesLane?: boolean;
}

/**
 * Moves a broadcast to another status. Atomically writes its record, its row in the lane, and its event.
 * @returns the updated record, or null if the status has changed since it was read, or the row was not as expected.
 * @throws FenceLost
 */
export async function changeBroadcastStatus(
  deps: LaneDeps,
  before: BroadcastRecord,
  { set, writes = [], event, own, wakesLane = false }: Move,
): Promise<BroadcastRecord | null> {
  const { account_id, instance_id, id, rev } = before;
  const after = { ...before, ...set, rev: rev + 1 };
  const route = event && (await eventRoute(deps, account_id, instance_id));
  const draft = event && broadcastEvent(event, after, await sumProgress(deps.table, after));
  const now = deps.clock.now();
  const all: SomeWrites = [
    {
      update: keys.broadcast(account_id, id),
      set: { ...set, rev: rev + 1 },
      if: [
        { field: "rev", op: "=", value: rev },
        { field: "status", op: "=", value: before.status },
      ],
    },
    ...writes,
    ...(route && draft ? eventWrites(deps, route, draft, now) : []),
  ];
  try {
    if (own) await transactFenced(deps.table, instance_id, own.fence, all);
    else await deps.table.transact(all);
  } catch (error) {
    if (error instanceof TransactionRefused) return null;
    throw error;
  }
  if (route) await wakeEndpoint(deps, route);
  if (wakesLane) await ensureWake(deps, instanceLane(instance_id), now, null);
  return after;
}
