import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { runLane } from "../../core/lanes/run-lane.ts";
import { parseWakeup } from "../../core/lanes/wakeup-body.ts";
import { BUS_OWNER } from "../../core/operations/bus-rows.ts";
import { endpointWorker } from "../../core/operations/deliver-events.ts";
import { busWorker } from "../../core/operations/forward-to-bus.ts";
import { parseLane } from "../../core/store/lane-names.ts";
import { type EndpointDeps, endpointDeps, endpointParts } from "../worker-deps.ts";

/** What the worker may use, beside the bus; lib/wiring.ts gives the rights. */
export const parts = endpointParts;

/** The Lambda on the lane queue: one wake-up, one run of that endpoint lane. A run may take a minute and a post. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => workEndpointLane(endpointDeps(), event);

/**
 * Works the lanes that the wake-ups name. What fails goes back to the queue; the lane's lease runs out meanwhile.
 * A body that names no endpoint lane can never succeed: it is logged and dropped.
 */
export async function workEndpointLane(
  deps: EndpointDeps,
  event: Pick<SQSEvent, "Records">,
): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    const lane = endpointLaneOf(record.body);
    if (lane === null) {
      deps.log.error({ queue_message_id: record.messageId }, "a wake-up that names no endpoint lane was dropped");
      continue;
    }
    const { name, account, owner } = lane;
    try {
      const worker = owner === BUS_OWNER ? busWorker(deps, name, account) : endpointWorker(deps, name);
      const outcome = await runLane(deps, name, worker);
      deps.log.info({ lane: name, outcome }, "an endpoint lane was looked at");
    } catch (error) {
      deps.log.error(
        { lane: name, err: error },
        "a run of an endpoint lane failed; its wake-up goes back to the queue",
      );
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}

/** @returns null for a body that is no wake-up, or one of a lane that others work. */
function endpointLaneOf(body: string): { name: string; account: string; owner: string } | null {
  const name = parseWakeup(body);
  const lane = name === null ? null : parseLane(name);
  if (name === null || lane?.kind !== "endpoint") return null;
  return { name, account: lane.account_id, owner: lane.owner };
}
