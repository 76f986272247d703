import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { WORKERS } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import type { GatewayFunction } from "./gateway-function.ts";
import type { LaneQueues } from "./lane-queues.ts";

/** Starts the endpoint worker for each wake-up, and no more workers at once than the stage allows. */
export class EndpointWorker extends Construct {
  constructor(scope: Construct, id: string, props: { queues: LaneQueues; fn: GatewayFunction; config: StageConfig }) {
    super(scope, id);
    const { trigger } = WORKERS.workEndpointLane;
    props.fn.live.addEventSource(
      new SqsEventSource(props.queues.endpointQueue, {
        batchSize: trigger.batchSize,
        reportBatchItemFailures: trigger.reportBatchItemFailures,
        // Slow receivers hold a call for a minute each: they must not take the account's whole concurrency.
        maxConcurrency: props.config.endpointWorkerConcurrency,
      }),
    );
    acknowledge(props.fn, {
      "Serverless-LambdaEventSourceMappingDestination":
        "The queue itself has a dead-letter queue; one place for failures is enough.",
    });
  }
}
