import type { InstanceId } from "../../contracts/ids.ts";
import { LIMITS } from "../../contracts/limits.ts";
import type { Protection } from "../../contracts/protection-state.ts";
import { broadcastOf } from "../../domain/broadcasts/broadcast-row.ts";
import { laneRows } from "../../lanes/lane.ts";
import type { Clock } from "../../ports.ts";
import { CacheSlot, cachesOf } from "../../store/caches.ts";
import { instanceLane } from "../../store/lane-names.ts";
import { INSTANCE_QUEUES, instanceQueue } from "../../store/lane-queues.ts";
import type { Table } from "../../store/table.ts";

/** The number of waiting messages in an instance's lane, excluding replies. */
export type WaitingCounts = Protection["waiting"] & {
  /** The total number of rows, including replies, as counted toward the limit on waiting messages. */
  all: number;
};

const PAGE = 5_000;
/** Lanes of up to this many rows are counted every time. For longer lanes, the count is cached for a while. */
const SHORT = 200;
const BELIEVED_MS = 10_000;

/** Counts by instance. `at` is when the rows were counted, in epoch ms. */
const COUNTS = new CacheSlot<{ counts: WaitingCounts; at: number }>("waiting messages of long lanes", 10_000);

/**
 * Counts the waiting messages by class. The rows themselves are counted, at the cost of reading one page of them, so
 * sends don't have to maintain a counter. For a long lane, the result may be up to ten seconds old.
 */
export async function readWaiting(
  deps: { table: Table; clock: Clock },
  instanceId: InstanceId,
): Promise<WaitingCounts> {
  const now = deps.clock.now().getTime();
  const known = cachesOf(deps.table).at(COUNTS);
  const believed = known.get(instanceId);
  if (believed && Math.abs(now - believed.at) < BELIEVED_MS) return believed.counts;
  const counts = await countWaitingRows(deps.table, instanceId);
  if (counts.all > SHORT) known.set(instanceId, { counts, at: now });
  else known.delete(instanceId);
  return counts;
}

/** Counts the lane's rows, up to the limit on waiting messages. */
export async function countWaitingRows(table: Table, instanceId: InstanceId): Promise<WaitingCounts> {
  const pk = instanceLane(instanceId);
  const counts = { all: 0, first: 0, known: 0, scheduled: 0 };
  let after = INSTANCE_QUEUES.broadcast as string; // rechecks and the header are skipped
  for (;;) {
    const { items, more } = await table.query({ pk, after, limit: PAGE });
    for (const row of items) {
      const queue = instanceQueue(row.sk);
      // A broadcast has a single row in the lane; its recipients have none.
      if (queue === "broadcast" || broadcastOf(laneRows.of(row)) !== null) continue;
      const isFirst =
        queue === "first" || queue === "first_counted" || (queue === "scheduled" && row.postponed === true);
      if (isFirst) counts.first++;
      else if (queue === "known") counts.known++;
      else if (queue === "scheduled") counts.scheduled++;
      if (isFirst || queue === "known" || queue === "reply" || queue === "scheduled") counts.all++;
    }
    after = items.at(-1)?.sk ?? after;
    if (!more || counts.all > LIMITS.waitingMessagesPerInstance) return counts;
  }
}
