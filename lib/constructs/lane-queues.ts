import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct, type IConstruct } from "constructs";
import { ENV } from "../../core/env.ts";
import type { StageConfig } from "../config.ts";
import { WORKERS } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import { DeadLetterQueue } from "./dead-letter-queue.ts";
import type { Runtime } from "./runtime.ts";
import { type ShardQueues, WAKEUP_RETENTION } from "./shard-queues.ts";

/** The start of a schedule's ARN, in the rule pack's notation. */
const SCHEDULES_ARN = "arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/";

/** The stage settings that determine which queues the stage has. */
type QueueSettings = Pick<StageConfig, "shardCount" | "queueCount" | "alsoReadQueueCount">;

/** Input for creating the queues. @property shards the shard queues, which are in a separate stack. */
interface LaneQueuesProps {
  namePrefix: string;
  config: QueueSettings;
  shards: ShardQueues;
}

/**
 * The wake-up queues for all endpoints and chats, permissions for them and for the shard queues, and the schedules that
 * send delayed wake-ups.
 */
export class LaneQueues extends Construct {
  readonly endpointQueue: Queue;
  readonly endpointDeadLetters: Queue;
  readonly chatQueue: Queue;
  readonly chatDeadLetters: Queue;
  readonly shardDeadLetters: IQueue;
  readonly #settings: QueueSettings;
  readonly #shards: ShardQueues;
  readonly #group: ScheduleGroup;
  readonly #schedulerRole: Role;
  readonly #sendPolicy: ManagedPolicy;

  constructor(scope: Construct, id: string, props: LaneQueuesProps) {
    super(scope, id);
    this.#settings = props.config;

    const endpoint = this.#makeQueue("Endpoint", `${props.namePrefix}-endpoint`, WORKERS.workEndpointLane.trigger);
    this.endpointQueue = endpoint.queue;
    this.endpointDeadLetters = endpoint.deadLetters;
    const chat = this.#makeQueue("Chat", `${props.namePrefix}-chat`, WORKERS.workChatLane.trigger);
    this.chatQueue = chat.queue;
    this.chatDeadLetters = chat.deadLetters;

    this.#shards = props.shards;
    this.shardDeadLetters = this.#shards.deadLettersIn(this, "ShardDeadLetters");

    const send = new PolicyStatement({
      actions: ["sqs:SendMessage"],
      resources: [this.endpointQueue.queueArn, this.chatQueue.queueArn, this.#shards.arn("*")],
    });
    this.#group = new ScheduleGroup(this, "Schedules", {
      scheduleGroupName: `${props.namePrefix}-wakeups`,
      // The group contains only schedules that the sweep can replace. A retained group would block its name for the
      // next deployment.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.#schedulerRole = new Role(this, "SchedulerRole", {
      description: "Writes due wake-ups into the lane queues and nothing else.",
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        conditions: {
          StringEquals: {
            "aws:SourceAccount": Stack.of(this).account,
            "aws:SourceArn": this.#group.scheduleGroupArn,
          },
        },
      }),
    });
    this.#schedulerRole.addToPolicy(send);
    this.#shards.acknowledgePattern(this.#schedulerRole);
    this.#sendPolicy = this.#wakePolicy(send);
  }

  /** Lets `runtime` wake any lane, immediately or later. Grants the permissions and provides all queue addresses. */
  grantWake(runtime: Runtime): void {
    const { region, account, urlSuffix } = Stack.of(this);
    runtime.addEnvironment(ENV.endpointQueueUrl, this.endpointQueue.queueUrl);
    runtime.addEnvironment(ENV.endpointQueueArn, this.endpointQueue.queueArn);
    runtime.addEnvironment(ENV.chatQueueUrl, this.chatQueue.queueUrl);
    runtime.addEnvironment(ENV.chatQueueArn, this.chatQueue.queueArn);
    runtime.addEnvironment(
      ENV.shardQueueUrlPrefix,
      `https://sqs.${region}.${urlSuffix}/${account}/${this.#shards.prefix}`,
    );
    runtime.addEnvironment(ENV.shardQueueArnPrefix, this.#shards.arn(""));
    runtime.addEnvironment(ENV.shardCount, String(this.#settings.shardCount));
    runtime.addEnvironment(ENV.queueCount, String(this.#settings.queueCount));
    runtime.addEnvironment(ENV.schedulerRoleArn, this.#schedulerRole.roleArn);
    runtime.addEnvironment(ENV.scheduleGroup, this.#group.scheduleGroupName);
    runtime.attachPolicy(this.#sendPolicy);
  }

  /** Lets `runtime` take wake-ups from every shard queue; their addresses come with `grantWake`. */
  grantReadShards(runtime: Runtime & IConstruct): void {
    const { alsoReadQueueCount } = this.#settings;
    if (alsoReadQueueCount !== null) runtime.addEnvironment(ENV.alsoReadQueueCount, String(alsoReadQueueCount));
    runtime.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility"],
        resources: [this.#shards.arn("*")],
      }),
    );
    this.#shards.acknowledgePattern(runtime);
  }

  /** Counts the results of planned wake-ups, by the name of a scheduler metric. */
  scheduleMetric(metricName: "TargetErrorCount" | "InvocationDroppedCount"): Metric {
    const dimensionsMap = { ScheduleGroup: this.#group.scheduleGroupName };
    return new Metric({ namespace: "AWS/Scheduler", metricName, dimensionsMap, statistic: "Sum" });
  }

  /** Creates a queue of wake-ups that starts a function, with its dead-letter queue. */
  #makeQueue(
    id: string,
    queueName: string,
    { visibilitySec, maxReceives }: { visibilitySec: number; maxReceives: number },
  ) {
    const deadLetters = new DeadLetterQueue(this, `${id}DeadLetters`, `${queueName}-dead-letters`);
    const queue = new Queue(this, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      queueName,
      visibilityTimeout: Duration.seconds(visibilitySec),
      retentionPeriod: WAKEUP_RETENTION,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: maxReceives },
    });
    return { queue, deadLetters };
  }

  /** Creates one policy for every runtime, so that the rights are written only once. */
  #wakePolicy(send: PolicyStatement): ManagedPolicy {
    const schedules = Stack.of(this).formatArn({
      service: "scheduler",
      resource: "schedule",
      resourceName: `${this.#group.scheduleGroupName}/*`,
    });
    const policy = new ManagedPolicy(this, "WakePolicy", {
      description: "Wakes lanes: sends to the lane queues, now or through a schedule.",
      statements: [
        send,
        new PolicyStatement({ actions: ["scheduler:CreateSchedule"], resources: [schedules] }),
        new PolicyStatement({
          actions: ["iam:PassRole"],
          resources: [this.#schedulerRole.roleArn],
          conditions: { StringEquals: { "iam:PassedToService": "scheduler.amazonaws.com" } },
        }),
      ],
    });
    this.#shards.acknowledgePattern(policy);
    acknowledge(policy, {
      [`AwsSolutions-IAM5[Resource::${SCHEDULES_ARN}${this.#group.scheduleGroupName}/*]`]:
        "A schedule's name is its lane and minute, so only the group is known beforehand; the group holds nothing else.",
    });
    return policy;
  }
}
