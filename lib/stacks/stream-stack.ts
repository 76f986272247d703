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

/** Input for creating the stack. */
export interface StreamStackProps extends StackProps {
  config: StageConfig;
  data: DataStack;
  bundles: readonly Pick<Bundle, "name" | "folder">[];
}

/**
 * The event stream: WebSockets, the function that decides whether one may be opened, and the function that sends
 * events. The stack is deployed before the service, whose functions tell customers its URL. It costs nothing while no
 * client is connected.
 */
export class StreamStack extends Stack {
  readonly sockets: EventSockets;
  /** Dead letters that identify the table changes that we gave up processing. */
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
      // There is no alarm, because it would cost money in each stage and events are never lost: clients receive a
      // missing event together with the next event or when they reconnect. Dead letters occur only if the table fails
      // for an hour, which triggers another alarm.
      seenBy: "The dashboard shows how many there are.",
    });
    this.deadLetters = follower.deadLetters;
    new CfnOutput(this, "StreamUrl", { description: "Where customers follow events.", value: sockets.url });
  }
}
