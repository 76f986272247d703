import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { WORKERS } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import type { GatewayFunction } from "./gateway-function.ts";
import type { LaneQueues } from "./lane-queues.ts";

/** The wiring, the queue and the concurrency setting for each kind of lane that has a Lambda function. */
const KINDS = {
  endpoint: { wiring: WORKERS.workEndpointLane, queue: "endpointQueue", most: "endpointWorkerConcurrency" },
  chat: { wiring: WORKERS.workChatLane, queue: "chatQueue", most: "chatWorkerConcurrency" },
} as const;

/** Runs the worker for a kind of lane on each wake-up, with the stage's limit on concurrent runs. */
export class LaneFunction extends Construct {
  constructor(
    scope: Construct,
    id: string,
    props: { kind: keyof typeof KINDS; queues: LaneQueues; fn: GatewayFunction; config: StageConfig },
  ) {
    super(scope, id);
    const { wiring, queue, most } = KINDS[props.kind];
    props.fn.live.addEventSource(
      new SqsEventSource(props.queues[queue], {
        batchSize: wiring.trigger.batchSize,
        reportBatchItemFailures: wiring.trigger.reportBatchItemFailures,
        // A slow receiver or AI provider can keep a call busy for a minute. These calls must not use up the account's
        // entire concurrency.
        maxConcurrency: props.config[most],
      }),
    );
    acknowledge(props.fn, {
      "Serverless-LambdaEventSourceMappingDestination":
        "The queue itself has a dead-letter queue; one place for failures is enough.",
    });
  }
}
