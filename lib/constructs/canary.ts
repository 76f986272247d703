import { Duration } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { WORKERS } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import type { GatewayFunction } from "./gateway-function.ts";

/**
 * Runs the canary on a schedule. It calls the API from outside, as a customer does. A failed run isn't repeated,
 * because the failure is what the run is meant to find.
 */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, props: { fn: GatewayFunction }) {
    super(scope, id);
    const interval = Duration.seconds(WORKERS.canary.trigger.everySec);
    props.fn.live.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: interval });
    const rule = new Rule(this, "Rule", {
      description: "Asks the API as a customer does.",
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(props.fn.live, { retryAttempts: 0, maxEventAge: interval })],
    });
    const reason = "A run that failed or was lost is the alarm itself; there is nothing to repeat.";
    acknowledge(rule, { "Serverless-EventBusDLQ": reason });
    acknowledge(props.fn, { "Serverless-LambdaAsyncFailureDestination": reason });
  }
}
