import { DEATHS_PER_TRY } from "../../domain/webhooks/endpoint-policy.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { EventRecord } from "../../records/event.ts";
import type { Delivery } from "../../records/webhooks/endpoint-rows.ts";
import { POST_NEEDS_SEC, SETTINGS_LIMIT_MS } from "../../records/webhooks/endpoint-state.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import type { DeliveryOutcome, DeliveryTask } from "./delivery-task.ts";
import { isOfRemoved } from "./leave-out-removed.ts";
import { type DeliveryDeps, isAccepted, type OpenWebhook, preparePost } from "./post-event.ts";
import { asDeliveryProblem } from "./quarantine-delivery.ts";
import { DIED, isClaimed, recordDelivered, recordFailure } from "./record-result.ts";

export type { DeliveryOutcome, DeliveryTask };

/**
 * Posts an event once and records the result. An event that might have killed a worker is claimed before the post. If
 * it turns out that the event was not posted, the claim is released. Spec: Events › Signature, Delivery.
 */
export async function deliverEvent(deps: DeliveryDeps, task: DeliveryTask): Promise<DeliveryOutcome> {
  try {
    if (!task.event) {
      await endDelivery(deps, task.delivery, "no_event");
      return "ended";
    }
    if (isClaimed(task)) {
      const claimed = await claim(deps, task).catch(asDeliveryProblem);
      if (claimed.kind !== "claimed") return claimed.kind;
      if (claimed.deaths >= DEATHS_PER_TRY)
        return await recordFailure(deps, task, task.event, DIED).catch(asDeliveryProblem);
    }
    return await postInOrder(deps, task, task.event);
  } finally {
    task.place.over();
  }
}

async function postInOrder(deps: DeliveryDeps, task: DeliveryTask, event: EventRecord): Promise<DeliveryOutcome> {
  let post: Awaited<ReturnType<typeof preparePost>>;
  let seen: { webhook: OpenWebhook; at: number } | null = null;
  try {
    if (await task.place.begin()) seen = await task.webhookNow();
    if (!seen) {
      await giveBack(deps, task);
      return "later";
    }
    if (await isOfRemoved(deps.table, seen.webhook, event, deps.clock.now())) {
      await endDelivery(deps, task.delivery, "instance_removed");
      return "ended";
    }
    post = await preparePost(deps, seen.webhook, event);
  } catch (problem) {
    await giveBack(deps, task); // it was not posted, so the worker's end is not its fault
    throw problem;
  }
  if (!(await task.holds(POST_NEEDS_SEC))) {
    await giveBack(deps, task);
    return "lost";
  }
  if (deps.clock.now().getTime() > seen.at + SETTINGS_LIMIT_MS) {
    await giveBack(deps, task);
    return "later";
  }
  const answer = post();
  task.place.started();
  const result = await answer;
  task.place.over(); // the next post need not wait until our result is written
  const { webhook } = seen;
  const recorded = isAccepted(result)
    ? recordDelivered(deps, { ...task, webhook }, result)
    : recordFailure(deps, { ...task, webhook }, event, result);
  return recorded.catch(asDeliveryProblem);
}

/** Discards a waiting event without posting it. */
export async function endDelivery(deps: LaneDeps, delivery: Delivery, reason: string): Promise<void> {
  await deps.table.write({ delete: { pk: delivery.row.pk, sk: delivery.row.sk } });
  deps.log.info(
    { lane: delivery.row.pk, event_id: delivery.event_id, reason },
    "a waiting event was finished without being posted",
  );
}

type ClaimResult = { kind: "claimed"; deaths: number } | { kind: "gone" } | { kind: "lost" };

/** Returns how many workers a row has killed, including one that claimed the row and left no result. */
export const deathsOf = ({ row }: Pick<Delivery, "row">): number =>
  (row.deaths ?? 0) + (row.claim === undefined || row.probing ? 0 : 1);

/**
 * Builds the write that claims a row for a run. A claim left behind by an earlier run means that the run died while
 * posting. A probe also takes over a claim that its own run left behind, because the run posts no other waiting event
 * beside it.
 */
export function claimWrite({ row }: Delivery, fence: number, set: Record<string, unknown>): Write {
  return {
    update: { pk: row.pk, sk: row.sk },
    set: { claim: fence, ...set },
    ...(row.probing && set.probing === undefined && { remove: ["probing"] }),
    if: [
      { item: "exists" },
      {
        anyOf: [
          [{ field: "claim", is: "missing" }],
          [{ field: "claim", op: set.probing === true ? "<=" : "<", value: fence }],
        ],
      },
    ],
  };
}

async function claim(deps: LaneDeps, { delivery, fence }: DeliveryTask): Promise<ClaimResult> {
  const deaths = deathsOf(delivery);
  try {
    await deps.table.write(claimWrite(delivery, fence, { deaths }));
    return { kind: "claimed", deaths };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (!error.item) return { kind: "gone" };
    // The row has already been claimed by this run: the response to its first request was lost.
    return error.item.claim === fence ? { kind: "claimed", deaths } : { kind: "lost" };
  }
}

/**
 * Releases the claim on an event that wasn't posted. The event waits as before, and the claim doesn't count as a death.
 */
async function giveBack(deps: LaneDeps, task: DeliveryTask): Promise<void> {
  if (!isClaimed(task)) return;
  const { row } = task.delivery;
  try {
    await deps.table.write({
      update: { pk: row.pk, sk: row.sk },
      remove: ["claim"],
      if: [{ field: "claim", op: "=", value: task.fence }],
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
