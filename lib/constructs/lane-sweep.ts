import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { WORKERS } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import type { GatewayFunction } from "./gateway-function.ts";

/**
 * Runs the sweep, which wakes forgotten lanes, on a schedule. A failed sweep isn't repeated, because the next sweep
 * follows within a minute.
 */
export class LaneSweep extends Construct {
  constructor(scope: Construct, id: string, props: { fn: GatewayFunction; config: StageConfig }) {
    super(scope, id);
    if (props.config.isSweepReserved) {
      const lambda = props.fn.lambda.node.defaultChild as CfnFunction; // the resource of a Function
      lambda.reservedConcurrentExecutions = 1;
    }
    const interval = Duration.seconds(WORKERS.sweepLanes.trigger.everySec);
    props.fn.live.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: interval });
    const rule = new Rule(this, "Rule", {
      description: "Wakes lanes whose wake-up was lost.",
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(props.fn.live, { retryAttempts: 0, maxEventAge: interval })],
    });
    const reason =
      "A lost sweep is replaced by the next one a minute later, and an alarm counts five that are missing.";
    acknowledge(rule, { "Serverless-EventBusDLQ": reason });
    acknowledge(props.fn, { "Serverless-LambdaAsyncFailureDestination": reason });
  }
}
