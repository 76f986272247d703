import { Duration, Stack } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { CfnQueuePolicy, type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct, type IConstruct } from "constructs";
import type { StageConfig } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";

/** The sweep repeats wake-ups each minute, so older ones would only pile up while nothing reads them. */
export const WAKEUP_RETENTION = Duration.hours(2);
/** A task deletes a wake-up once it has passed it on, so this only has to cover that time. */
const VISIBILITY = Duration.seconds(30);
const MAX_RECEIVES = 5;

/** The start of a queue's ARN, as in the rule pack. */
const QUEUES_ARN = "arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:";

/** Input for the construct. */
interface ShardQueuesProps {
  namePrefix: string;
  config: Pick<StageConfig, "queueCount" | "alsoReadQueueCount">;
}

/**
 * The few queues for all shards' wake-ups; a shard's queue is its number modulo their count. Two counts during a
 * change.
 */
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
    // One for all, because one policy each would be too many resources for a stack of 256 queues.
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

  /** The queue of failed wake-ups, for a stack other than its own. */
  deadLettersIn(scope: Construct, id: string): IQueue {
    const arn = Stack.of(scope).formatArn({ service: "sqs", resource: this.#deadLettersName });
    return Queue.fromQueueArn(scope, id, arn);
  }

  /**
   * Returns a queue's ARN; `*` gives the pattern for all queues. Built from the name, because ARNs from another stack
   * would be exports.
   */
  arn(queue: string): string {
    return Stack.of(this).formatArn({ service: "sqs", resource: `${this.prefix}${queue}` });
  }

  /** Documents on `scope` why it has rights by pattern. */
  acknowledgePattern(scope: IConstruct): void {
    acknowledge(scope, {
      [`AwsSolutions-IAM5[Resource::${QUEUES_ARN}${this.prefix}*]`]:
        "Rights on up to 256 queues don't fit into a policy one by one; only this stage's queues of shards have such names.",
    });
  }
}
