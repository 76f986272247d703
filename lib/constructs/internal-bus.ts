import { RemovalPolicy } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { ENV } from "../../core/env.ts";
import type { StageConfig } from "../config.ts";
import type { Runtime } from "./runtime.ts";

/** The bus on which the gateway reports internal events to the operator's other systems. */
export class InternalBus extends Construct {
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, { config }: { config: StageConfig }) {
    super(scope, id);
    this.bus = new EventBus(this, "Bus", {
      // A bus needs an explicit name, and a generated name would not differ between stages.
      eventBusName: `messaging-gateway-${config.stage}`,
      description: "What happens inside the messaging gateway.",
    });
    // The operator's own rules are attached to the bus and would be deleted along with it.
    this.bus.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }

  /** Lets `runtime` put events on the bus. Grants the permission and provides the bus name. */
  grantPut(runtime: Runtime): void {
    runtime.addEnvironment(ENV.eventBusName, this.bus.eventBusName);
    this.bus.grantPutEventsTo(runtime);
  }
}
