import { DAY_MS } from "../../contracts/durations.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { ownRowId } from "../../domain/broadcasts/broadcast-row.ts";
import { putRow, rowSortKey } from "../../lanes/put-row.ts";
import { keys } from "../../store/keys.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES } from "../../store/lane-queues.ts";
import type { Item, Key, Write } from "../../store/table.ts";
import type { BroadcastRecord } from "./broadcast.ts";

type Owned = Pick<BroadcastRecord, "id" | "account_id" | "instance_id" | "interval_seconds" | "per_day">;

const dataOf = ({ id, account_id, interval_seconds, per_day }: Owned) => ({
  broadcast: id,
  account_id,
  ...(interval_seconds !== null && { interval_seconds }),
  ...(per_day !== null && { per_day }),
});

/** Returns the key of a running broadcast's row in its instance's lane. */
export const broadcastRowKey = ({ id, instance_id }: Pick<Owned, "id" | "instance_id">): Key =>
  keys.laneRow(instanceLane(instance_id), rowSortKey(INSTANCE_QUEUES.broadcast, ownRowId(id)));

/**
 * Adds a broadcast's row to the lane, in the transaction that sets the broadcast to `running`. @param startedAt when
 * the broadcast's time limit began.
 */
export function putBroadcastRow(broadcast: Owned, startedAt: Date, now: Date): Extract<Write, { put: Item }> {
  return putRow(
    {
      lane: instanceLane(broadcast.instance_id),
      queue: INSTANCE_QUEUES.broadcast,
      id: ownRowId(broadcast.id),
      due: now,
      expires_at: new Date(startedAt.getTime() + LIMITS.broadcastDays * DAY_MS),
      data: dataOf(broadcast),
    },
    now,
  );
}

/** Returns the key of a scheduled broadcast's row. */
export const scheduledRowKey = ({ id, instance_id }: Pick<Owned, "id" | "instance_id">, startAt: Date): Key =>
  keys.laneRow(instanceLane(instance_id), rowSortKey(INSTANCE_QUEUES.scheduled, id, startAt.toISOString()));

/** Adds the row of a scheduled broadcast, which waits until the start time. */
export function putScheduledRow(broadcast: Owned, startAt: Date, now: Date): Extract<Write, { put: Item }> {
  return putRow(
    {
      lane: instanceLane(broadcast.instance_id),
      queue: INSTANCE_QUEUES.scheduled,
      order: startAt.toISOString(),
      id: broadcast.id,
      due: startAt,
      expires_at: new Date(startAt.getTime() + LIMITS.broadcastDays * DAY_MS),
      data: dataOf(broadcast),
    },
    now,
  );
}

type Placed = Owned & Pick<BroadcastRecord, "status" | "start_at" | "started_at">;

/** Returns the key of a scheduled or running broadcast's row, or null if the broadcast has no row. */
function placeOf(broadcast: Placed): Key | null {
  const { status, start_at: at } = broadcast;
  if (status === "running") return broadcastRowKey(broadcast);
  return status === "scheduled" && at !== null ? scheduledRowKey(broadcast, new Date(at)) : null;
}

/**
 * Moves a broadcast's row, as part of the transaction that moves the broadcast between draft, scheduled and running.
 * The transaction is refused if the expected row is missing.
 * @param before null if the broadcast is new.
 */
export function moveRow(before: Placed | null, after: Placed, now: Date): Write[] {
  const from = before && placeOf(before);
  const to = placeOf(after);
  const writes: Write[] = from && from.sk !== to?.sk ? [{ delete: from, if: [{ item: "exists" }] }] : [];
  if (to === null) return writes;
  const isRunning = after.status === "running";
  const startedAt = new Date(after.started_at ?? now);
  const startAt = new Date(after.start_at ?? now);
  return [...writes, isRunning ? putBroadcastRow(after, startedAt, now) : putScheduledRow(after, startAt, now)];
}
