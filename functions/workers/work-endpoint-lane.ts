import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { runLane } from "../../core/lanes/run-lane.ts";
import { parseWakeup } from "../../core/lanes/wakeup-body.ts";
import { endpointWorker } from "../../core/operations/delivering/deliver-events.ts";
import { parseLane } from "../../core/store/lane-names.ts";
import { orderedTable } from "../../core/store/ordered-table.ts";
import { type EndpointDeps, endpointDeps, endpointParts } from "../worker-deps.ts";

/** The parts that the worker uses. lib/wiring.ts grants the permissions for them. */
export const parts = endpointParts;

/**
 * The Lambda handler on the lane queue. Each wake-up leads to one run of that endpoint lane, which can take a minute
 * plus the duration of a post.
 */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => workEndpointLane(endpointDeps(), event);

/**
 * Runs the lanes listed in the wake-ups. A failed wake-up goes back to the queue, and the lane's lease expires in the
 * meantime. A body that doesn't identify an endpoint lane can never succeed, so it is logged and dropped.
 */
export async function workEndpointLane(
  deps: EndpointDeps,
  event: Pick<SQSEvent, "Records">,
): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    const name = endpointLaneOf(record.body);
    if (name === null) {
      deps.log.error({ queue_message_id: record.messageId }, "a wake-up without an endpoint's lane was dropped");
      continue;
    }
    try {
      // Concurrent posts write their results to the same item, the lane's header, so serialize their writes.
      const own = { ...deps, table: orderedTable(deps.table) };
      const outcome = await runLane(own, name, endpointWorker(own, name));
      deps.log.info({ lane: name, outcome }, "an endpoint's lane was checked");
    } catch (error) {
      deps.log.error(
        { lane: name, err: error },
        "a run of an endpoint's lane failed; its wake-up returns to the queue",
      );
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}

/** @returns null if the body isn't a wake-up, or if it wakes a lane that other workers handle. */
function endpointLaneOf(body: string): string | null {
  const name = parseWakeup(body);
  return name !== null && parseLane(name)?.kind === "endpoint" ? name : null;
}
