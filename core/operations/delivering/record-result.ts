import { counted } from "../../contracts/log-metrics.ts";
import { afterFailure } from "../../domain/webhooks/endpoint-policy.ts";
import { ensureWake } from "../../lanes/ensure-wake.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import { putRow } from "../../lanes/put-row.ts";
import type { PostResult } from "../../ports.ts";
import type { EventRecord } from "../../records/event.ts";
import { tryWrite } from "../../records/webhooks/delivery-try.ts";
import { triesOf } from "../../records/webhooks/endpoint-rows.ts";
import { clockStart, clockStop, lifeOf, resumeWrites } from "../../records/webhooks/endpoint-state.ts";
import type { FailedDelivery } from "../../records/webhooks/failed-delivery.ts";
import { keys } from "../../store/keys.ts";
import { ENDPOINT_QUEUES } from "../../store/lane-queues.ts";
import { type SomeWrites, TransactionRefused, type Write } from "../../store/table.ts";
import type { DeliveryOutcome, DeliveryTask } from "./delivery-task.ts";

/** The result recorded for a post whose worker died. */
export const DIED: PostResult = {
  status: null,
  error: "The attempt was interrupted on our side before its result was known.",
};

/**
 * Whether a row must be claimed before it is posted: if a worker in its lane died, if the row has been claimed before,
 * or if it has killed a worker.
 */
export const isClaimed = ({ isCareful, delivery: { row } }: Pick<DeliveryTask, "isCareful" | "delivery">): boolean =>
  isCareful || row.claim !== undefined || row.deaths !== undefined;

/** Builds the write that deletes the row, provided that the run still holds its claim. */
export const ifMine = ({ row }: DeliveryTask["delivery"], fence: number): Write => ({
  delete: { pk: row.pk, sk: row.sk },
  if: [{ field: "claim", op: "=", value: fence }],
});

const logFields = (task: DeliveryTask, result: PostResult) => ({
  lane: task.lane,
  event_id: task.delivery.event_id,
  attempt: triesOf(task.delivery.row, lifeOf(task.webhook)) + 1,
  status: result.status,
});

/**
 * Records a 2xx response: the event leaves the lane, and the pause clock stops. An accepted test event does not resume
 * the endpoint. The event counts as delivered even if a later run has taken over the lane in the meantime.
 */
export async function recordDelivered(
  deps: LaneDeps,
  task: DeliveryTask,
  result: PostResult,
): Promise<DeliveryOutcome> {
  const tries = triesOf(task.delivery.row, lifeOf(task.webhook)) + 1;
  const isFailing = task.health.isFailing || task.webhook.failing_since !== undefined;
  const clears = isFailing && !(task.queue === "tests" && task.webhook.paused_at !== undefined);
  const isResumed = await endDelivered(deps, task, clears);
  if (isResumed) await ensureWake(deps, task.lane, deps.clock.now(), null);
  if (clears) task.health.isFailing = false;
  task.delivered.add({ event_id: task.delivery.event_id, status: result.status, ms: result.ms, tries });
  deps.log.info({ ...logFields(task, result), ...counted("Deliveries") }, "an event was delivered");
  return "delivered";
}

/**
 * Removes the row. With `clears`, also stops the pause clock, and resumes the endpoint if it was paused during the
 * post, unless the webhook now has another URL. @returns whether the endpoint was resumed.
 */
async function endDelivered(deps: LaneDeps, task: DeliveryTask, clears: boolean): Promise<boolean> {
  const { pk, sk } = task.delivery.row;
  const drop: Write = { delete: { pk, sk } };
  const attempts: { also: Write[]; isResume: boolean }[] = clears
    ? [
        { also: [clockStop(task.webhook)], isResume: false },
        { also: resumeWrites(deps.ids, task.webhook, deps.clock.now()), isResume: true },
      ]
    : [];
  for (const { also, isResume } of attempts) {
    try {
      await deps.table.transact([drop, ...also]);
      return isResume;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
    }
  }
  await deps.table.write(drop);
  return false;
}

/**
 * Records a failed post. The event moves to the ladder or, after its last attempt, permanently fails. The first failure
 * starts the pause clock, unless a person asked for the attempt: they are there to see what came of it, and an endpoint
 * without other events would otherwise be paused a day later for this attempt alone.
 */
export async function recordFailure(
  deps: LaneDeps,
  task: DeliveryTask,
  event: EventRecord,
  result: PostResult,
): Promise<DeliveryOutcome> {
  const now = deps.clock.now();
  const { delivery, webhook } = task;
  const isTest = task.queue === "tests";
  const after = isTest
    ? ({ kind: "failed", tries: 1 } as const)
    : afterFailure(triesOf(delivery.row, lifeOf(webhook)), now);
  const put: Write =
    after.kind === "retry"
      ? onLadder(task, { ...after, result, now })
      : {
          put: {
            ...keys.failedDelivery(event.account_id, webhook.owner, event.id),
            ...failedRecord(task, event, after.tries, result, now),
          },
        };
  const counts = !isTest && delivery.row.resent !== true;
  const starts = counts && !task.health.isFailing && webhook.failing_since === undefined;
  const writes: SomeWrites = [...asTaken(task), put, tryWrite(webhook, event, result, now)];
  try {
    await transactWithClock(deps, writes, starts ? clockStart(webhook, now) : null);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const [row, lane] = error.failed;
    // A missing row was finished in the meantime, because its URL was removed or because it was delivered after all.
    // Otherwise, a later run has taken over the lane or the row.
    return row === null && (isClaimed(task) || lane === undefined) ? "gone" : "lost";
  }
  if (counts) task.health.isFailing = true;
  const due = after.kind === "retry" ? after.due.toISOString() : null;
  deps.log.info({ ...logFields(task, result), due, ...counted("DeliveryFailures") }, "an attempt failed");
  return after.kind;
}

/**
 * Builds the writes that remove the row as the run last saw it. An unclaimed row belongs to the run only while the run
 * holds the lane. If the run recorded a failure after losing the lane, it would put back an event that the next run
 * delivers.
 */
function asTaken(task: DeliveryTask): SomeWrites {
  const { delivery, fence } = task;
  if (isClaimed(task)) return [ifMine(delivery, fence)];
  const { pk, sk, put_at } = delivery.row;
  return [
    {
      delete: { pk, sk },
      if: [
        { field: "put_at", op: "=", value: put_at },
        { field: "claim", is: "missing" },
      ],
    },
    { check: keys.laneHead(task.lane), if: [{ field: "fence", op: "=", value: fence }] },
  ];
}

/**
 * Writes a result together with the pause clock. If the clock is already running or belongs to another life of the
 * webhook, writes only the result.
 */
async function transactWithClock(deps: LaneDeps, writes: SomeWrites, clock: Write | null): Promise<void> {
  if (clock) {
    try {
      return await deps.table.transact([...writes, clock]);
    } catch (error) {
      if (!(error instanceof TransactionRefused) || error.failed[writes.length] === undefined) throw error;
    }
  }
  await deps.table.transact(writes);
}

function onLadder(task: DeliveryTask, retry: { due: Date; tries: number; result: PostResult; now: Date }): Write {
  const { delivery } = task;
  const row = putRow(
    {
      lane: task.lane,
      queue: ENDPOINT_QUEUES.ladder,
      order: retry.due.toISOString(),
      id: delivery.event_id,
      due: retry.due,
      expires_at: delivery.expires_at,
      data: {
        queued_at: delivery.queued_at.toISOString(),
        last_status: retry.result.status,
        last_error: retry.result.error,
        ...(retry.result.ms !== undefined && { last_ms: retry.result.ms }),
        life: lifeOf(task.webhook),
        // From now on, each of this event's attempts is claimed first.
        ...(retry.result === DIED && { deaths: 0 }),
      },
    },
    retry.now,
  );
  return { put: { ...row.put, tries: retry.tries }, if: row.if };
}

function failedRecord(
  task: DeliveryTask,
  event: EventRecord,
  tries: number,
  result: PostResult,
  now: Date,
): FailedDelivery {
  return {
    event_id: event.id,
    account_id: event.account_id,
    owner: task.webhook.owner,
    instance_id: event.instance_id,
    type: event.type,
    tries,
    status: result.status,
    error: result.error,
    ...(result.ms !== undefined && { ms: result.ms }),
    created_at: event.created_at,
    failed_at: now.toISOString(),
    ttl: event.ttl,
  };
}
