import { Duration, Stack } from "aws-cdk-lib";
import { type IEventBus, Rule } from "aws-cdk-lib/aws-events";
import { SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { NOTIFY_ADMINS_PATTERN } from "../../core/contracts/bus-events.ts";
import { WORKERS } from "../wiring.ts";
import { acknowledge } from "./acknowledge.ts";
import type { GatewayFunction } from "./gateway-function.ts";
import { letSendMail } from "./let-send-mail.ts";

/**
 * How long the queue retains a notice. Unlike wake-ups, notices aren't repeated by the sweep, so they must survive an
 * outage that lasts a whole weekend.
 */
const NOTICE_RETENTION = Duration.days(4);
const DEAD_LETTER_RETENTION = Duration.days(14);

/**
 * Passes notices from the internal bus to the function that sends emails to admins, through a rule, a queue and its
 * dead-letter queue. Without a sender address, none of these is created, because Lambda would poll the queue, at a
 * cost, for emails that are never sent.
 */
export class AdminNotices extends Construct {
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    props: { namePrefix: string; bus: IEventBus; fn: GatewayFunction; mailFrom: string | null },
  ) {
    super(scope, id);
    const { trigger, name } = WORKERS.notifyAdmins;
    const enabled = props.mailFrom !== null;
    const standard = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, "DeadLetters", {
      ...standard,
      queueName: `${props.namePrefix}-${name}-dead-letters`,
      retentionPeriod: DEAD_LETTER_RETENTION,
    });
    acknowledge(this.deadLetters, {
      "Serverless-SQSRedrivePolicy": "This queue is where failed notices end; an alarm watches it.",
    });
    const queue = new Queue(this, "Queue", {
      ...standard,
      queueName: `${props.namePrefix}-${name}`,
      visibilityTimeout: Duration.seconds(trigger.visibilitySec),
      retentionPeriod: NOTICE_RETENTION,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: trigger.maxReceives },
    });
    new Rule(this, "Rule", {
      description: "What admins are told by mail.",
      enabled,
      eventBus: props.bus,
      eventPattern: { source: NOTIFY_ADMINS_PATTERN.source, detailType: NOTIFY_ADMINS_PATTERN["detail-type"] },
      targets: [new SqsQueue(queue, { deadLetterQueue: this.deadLetters })],
    });
    props.fn.live.addEventSource(
      new SqsEventSource(queue, {
        batchSize: trigger.batchSize,
        reportBatchItemFailures: trigger.reportBatchItemFailures,
        enabled,
      }),
    );
    if (props.mailFrom !== null) letSendMail(props.fn, props.mailFrom, Stack.of(this));
    acknowledge(props.fn, {
      "Serverless-LambdaEventSourceMappingDestination":
        "The queue itself has a dead-letter queue; one place for failures is enough.",
    });
  }
}
