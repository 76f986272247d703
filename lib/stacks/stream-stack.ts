import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { Bundle } from "../../build/bundle.ts";
import { STREAM_PATTERNS } from "../../core/contracts/events/stream-marker.ts";
import type { StageConfig } from "../config.ts";
import { addFunction } from "../constructs/add-function.ts";
import { EventSockets } from "../constructs/event-sockets.ts";
import type { LaneQueues } from "../constructs/lane-queues.ts";
import type { Platform } from "../constructs/platform.ts";
import { TableFollower } from "../constructs/table-follower.ts";
import { type FunctionWiring, STREAM_FUNCTIONS } from "../wiring.ts";
import type { DataStack } from "./data-stack.ts";

/** Input for the stack. */
export interface StreamStackProps extends StackProps {
  config: StageConfig;
  data: DataStack;
  bundles: readonly Pick<Bundle, "name" | "folder">[];
}

/**
 * The stream of events: WebSockets, the function that is asked about each, and the one that sends on them. It is
 * deployed before the service, whose functions tell customers its address, and costs nothing while nobody connects.
 */
export class StreamStack extends Stack {
  readonly sockets: EventSockets;
  /** Names changes of the table that were given up. */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: StreamStackProps) {
    super(scope, id, props);
    const { config, data } = props;
    const { table, secrets, bus, media } = data;
    this.sockets = new EventSockets(this, "Sockets", { config });
    const { sockets } = this;
    const platform: Platform = {
      ...{ table, secrets, bus, media, sockets, filesUrl: "", mailFrom: null },
      get queues(): LaneQueues {
        throw new Error("The functions of the stream can't wake lanes: their stack is deployed before the queues.");
      },
    };
    const createFunction = (wiring: FunctionWiring) => addFunction(this, wiring, { ...props, platform });
    const { connectSocket, followStreams } = STREAM_FUNCTIONS;
    sockets.serve(createFunction(connectSocket));
    const follower = new TableFollower(this, "Follower", {
      namePrefix: `messaging-gateway-${config.stage}`,
      table,
      fn: createFunction(followStreams),
      wiring: followStreams,
      patterns: STREAM_PATTERNS,
      // An alarm would cost each stage, and nothing is lost: a client reads the event with the next one, or as it
      // connects again. Only a table that doesn't answer for an hour leaves a letter, and that wakes somebody anyway.
      seenBy: "The dashboard shows how many there are.",
    });
    this.deadLetters = follower.deadLetters;
    new CfnOutput(this, "StreamUrl", { description: "Where customers follow events.", value: sockets.url });
  }
}
