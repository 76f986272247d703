import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { WORKERS } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import type { GatewayFunction } from "./gateway-function.ts";
import type { LaneQueues } from "./lane-queues.ts";

/** For each kind of lane with a function: the function's wiring, its queue, and the setting of its concurrent runs. */
const KINDS = {
  endpoint: { wiring: WORKERS.workEndpointLane, queue: "endpointQueue", most: "endpointWorkerConcurrency" },
  chat: { wiring: WORKERS.workChatLane, queue: "chatQueue", most: "chatWorkerConcurrency" },
} as const;

/** Starts the worker of a kind of lane for each wake-up, at most as many at once as the stage allows. */
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
        // Slow receivers and providers hold a call for a minute each: they must not take the account's whole
        // concurrency.
        maxConcurrency: props.config[most],
      }),
    );
    acknowledge(props.fn, {
      "Serverless-LambdaEventSourceMappingDestination":
        "The queue itself has a dead-letter queue; one place for failures is enough.",
    });
  }
}
