import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { createPost } from "../../core/http/guarded-client.ts";
import { runLane } from "../../core/lanes/run-lane.ts";
import { parseWakeup } from "../../core/lanes/wakeup-body.ts";
import type { DeliveryDeps } from "../../core/operations/deliver-event.ts";
import { endpointWorker } from "../../core/operations/deliver-events.ts";
import { parseLane } from "../../core/store/lane-names.ts";
import { deps } from "../deps.ts";

/** The Lambda on the lane queue: one wake-up, one run of that endpoint lane. A run may take a minute and a post. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> => workEndpointLane(workerDeps(), event);

function workerDeps(): DeliveryDeps {
  const { env, ...rest } = deps();
  const post = createPost({ allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === "1", log: rest.log });
  return { ...rest, post, docsUrl: env.DOCS_URL };
}

/**
 * Works the lanes that the wake-ups name. What fails goes back to the queue; the lane's lease runs out meanwhile.
 * A body that names no endpoint lane can never succeed: it is logged and dropped.
 */
export async function workEndpointLane(
  deps: DeliveryDeps,
  event: Pick<SQSEvent, "Records">,
): Promise<SQSBatchResponse> {
  const failures: SQSBatchResponse["batchItemFailures"] = [];
  for (const record of event.Records) {
    const lane = endpointLaneOf(record.body);
    if (lane === null) {
      deps.log.error({ queue_message_id: record.messageId }, "a wake-up that names no endpoint lane was dropped");
      continue;
    }
    try {
      const outcome = await runLane(deps, lane, endpointWorker(deps, lane));
      deps.log.info({ lane, outcome }, "an endpoint lane was looked at");
    } catch (error) {
      deps.log.error({ lane, err: error }, "a run of an endpoint lane failed; its wake-up goes back to the queue");
      failures.push({ itemIdentifier: record.messageId });
    }
  }
  return { batchItemFailures: failures };
}

/** @returns null for a body that is no wake-up, or one of a lane that others work. */
function endpointLaneOf(body: string): string | null {
  const lane = parseWakeup(body);
  return lane !== null && parseLane(lane)?.kind === "endpoint" ? lane : null;
}
