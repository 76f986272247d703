import { Duration, Stack } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { CfnQueuePolicy, type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct, type IConstruct } from "constructs";
import type { StageConfig } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";

/** The sweep repeats wake-ups each minute, so older ones would only pile up while nobody reads. */
export const WAKEUP_RETENTION = Duration.hours(2);
/** A task deletes a wake-up when it has passed it on, so this is only the time to say so. */
const VISIBILITY = Duration.seconds(30);
const MAX_RECEIVES = 5;

/** Beginning of a queue's ARN as the rule pack writes it. */
const QUEUES_ARN = "arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:";

/** Input for the construct. */
interface ShardQueuesProps {
  namePrefix: string;
  config: Pick<StageConfig, "queueCount" | "alsoReadQueueCount">;
}

/** The few queues of all shards' wake-ups; a shard's is its number modulo theirs. Two numbers while that is changed. */
export class ShardQueues extends Construct {
  /** A queue's name is this and its number. */
  readonly prefix: string;
  readonly #deadLettersName: string;

  constructor(scope: Construct, id: string, props: ShardQueuesProps) {
    super(scope, id);
    this.prefix = `${props.namePrefix}-shards-`;
    this.#deadLettersName = `${props.namePrefix}-shard-dead-letters`;
    const deadLetters = new DeadLetterQueue(this, "DeadLetters", this.#deadLettersName);
    const { queueCount, alsoReadQueueCount } = props.config;
    const count = Math.max(queueCount, alsoReadQueueCount ?? 0);
    const queues = Array.from(
      { length: count },
      (_, queue) =>
        new Queue(this, String(queue), {
          queueName: `${this.prefix}${queue}`,
          encryption: QueueEncryption.SQS_MANAGED,
          visibilityTimeout: VISIBILITY,
          retentionPeriod: WAKEUP_RETENTION,
          deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
        }),
    );
    // One for all: a policy for each would be too many resources for a stack of 256 queues.
    new CfnQueuePolicy(this, "Policy", {
      queues: queues.map(({ queueUrl }) => queueUrl),
      policyDocument: new PolicyDocument({
        statements: [
          new PolicyStatement({
            effect: Effect.DENY,
            principals: [new AnyPrincipal()],
            actions: ["sqs:*"],
            resources: [this.arn("*")],
            conditions: { Bool: { "aws:SecureTransport": "false" } },
          }),
        ],
      }),
    });
  }

  /** The queue of wake-ups that failed, for a stack other than theirs. */
  deadLettersIn(scope: Construct, id: string): IQueue {
    const arn = Stack.of(scope).formatArn({ service: "sqs", resource: this.#deadLettersName });
    return Queue.fromQueueArn(scope, id, arn);
  }

  /**
   * The ARN of a queue; `*`: the pattern of all. Built from the name: ARNs of another stack's queues would be exports.
   */
  arn(queue: string): string {
    return Stack.of(this).formatArn({ service: "sqs", resource: `${this.prefix}${queue}` });
  }

  /** Says on `scope` why it has rights by the pattern. */
  acknowledgePattern(scope: IConstruct): void {
    acknowledge(scope, {
      [`AwsSolutions-IAM5[Resource::${QUEUES_ARN}${this.prefix}*]`]:
        "Rights on up to 256 queues don't fit into a policy one by one; only this stage's queues of shards have such names.",
    });
  }
}
