import { Duration } from "aws-cdk-lib";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

/**
 * A queue for messages that another queue's consumers could not process. It retains them for two weeks so the operator
 * can inspect them.
 */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, queueName: string) {
    super(scope, id, {
      queueName,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this, {
      "Serverless-SQSRedrivePolicy": "This queue is where failed wake-ups end; an alarm watches it.",
    });
  }
}
