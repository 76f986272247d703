import { Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { StageConfig } from "../config.ts";
import { ShardQueues } from "../constructs/shard-queues.ts";

/** Input for the stack. */
export interface QueueStackProps extends StackProps {
  config: StageConfig;
}

/**
 * The queues for the shards' wake-ups: up to 256, which would leave the service's stack no room for more routes. The
 * others refer to them by name, so that no stack reads a value from this one.
 */
export class QueueStack extends Stack {
  readonly shards: ShardQueues;

  constructor(scope: Construct, id: string, props: QueueStackProps) {
    super(scope, id, props);
    const { config } = props;
    this.shards = new ShardQueues(this, "Shards", { namePrefix: `messaging-gateway-${config.stage}`, config });
  }
}
