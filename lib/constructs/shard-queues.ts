import { Duration, Stack } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { CfnQueuePolicy, type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct, type IConstruct } from "constructs";
import type { StageConfig } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";

/**
 * How long a queue retains wake-ups. The sweep repeats them each minute, so older ones would only pile up while no task
 * is reading the queue.
 */
export const WAKEUP_RETENTION = Duration.hours(2);
/** A task deletes a wake-up as soon as it has passed it on, so the timeout only needs to cover that time. */
const VISIBILITY = Duration.seconds(30);
const MAX_RECEIVES = 5;

/** The beginning of a queue's ARN, as the rule pack writes it. */
const QUEUES_ARN = "arn:<AWS::Partition>:sqs:<AWS::Region>:<AWS::AccountId>:";

/** Properties of the queues. */
interface ShardQueuesProps {
  namePrefix: string;
  config: Pick<StageConfig, "queueCount" | "alsoReadQueueCount">;
}

/**
 * A small number of queues for the wake-ups of all shards. A shard's queue is its number modulo the number of queues.
 * While the number of queues is being changed, both the old and the new number are in use.
 */
export class ShardQueues extends Construct {
  /** The prefix of each queue's name, followed by the queue's number. */
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
    // All queues share one policy. With separate policies, a stack with 256 queues would contain too many resources.
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

  /** Returns the queue of failed wake-ups for use in another stack. */
  deadLettersIn(scope: Construct, id: string): IQueue {
    const arn = Stack.of(scope).formatArn({ service: "sqs", resource: this.#deadLettersName });
    return Queue.fromQueueArn(scope, id, arn);
  }

  /**
   * Returns a queue's ARN, or the pattern for all queues if `queue` is `*`. It is built from the name, because using
   * the actual ARN in another stack would create an export.
   */
  arn(queue: string): string {
    return Stack.of(this).formatArn({ service: "sqs", resource: `${this.prefix}${queue}` });
  }

  /** Records on `scope` why it is granted permissions by a name pattern. */
  acknowledgePattern(scope: IConstruct): void {
    acknowledge(scope, {
      [`AwsSolutions-IAM5[Resource::${QUEUES_ARN}${this.prefix}*]`]:
        "Rights on up to 256 queues don't fit into a policy one by one; only this stage's queues of shards have such names.",
    });
  }
}
