import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { ShardQueues } from "../constructs/shard-queues.ts";

/** Input for creating the stack. */
export interface QueueStackProps extends StackProps {
  config: StageConfig;
}

/**
 * The queues for the shards' wake-ups. There can be up to 256 of them; if they were in the service stack, there would
 * be no room left there for more routes. Other stacks refer to them by name, so no stack imports a value from this one.
 */
export class QueueStack extends Stack {
  readonly shards: ShardQueues;

  constructor(scope: Construct, id: string, props: QueueStackProps) {
    super(scope, id, props);
    const { config } = props;
    this.shards = new ShardQueues(this, "Shards", { namePrefix: `messaging-gateway-${config.stage}`, config });
  }
}
