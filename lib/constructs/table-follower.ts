import { Duration } from "aws-cdk-lib";
import { FilterCriteria, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Trigger } from "../trigger.ts";
import { acknowledge } from "./acknowledge.ts";
import type { GatewayFunction } from "./gateway-function.ts";
import type { SingleTable } from "./single-table.ts";

const DEAD_LETTER_RETENTION = Duration.days(14);

/** Properties for connecting a function to the table's stream. */
export interface TableFollowerProps {
  namePrefix: string;
  table: SingleTable;
  fn: GatewayFunction;
  wiring: { name: string; trigger: Extract<Trigger, { kind: "stream" }> };
  /** Patterns for the changes that trigger the function. */
  patterns: readonly object[];
  /** A sentence that says how people notice dead letters. */
  seenBy: string;
}

/**
 * Passes selected changes from the table's stream to a function. Changes that keep failing for too long are replaced
 * with a dead letter.
 */
export class TableFollower extends Construct {
  /**
   * The dead-letter queue. Each letter contains the stream position and time range of the abandoned changes, but not
   * the changes themselves.
   */
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, props: TableFollowerProps) {
    super(scope, id);
    const { trigger, name } = props.wiring;
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      queueName: `${props.namePrefix}-${name}-dead-letters`,
      retentionPeriod: DEAD_LETTER_RETENTION,
    });
    const reason = `This queue is where changes that were given up are named. ${props.seenBy}`;
    acknowledge(this.deadLetters, { "Serverless-SQSRedrivePolicy": reason, "AwsSolutions-SQS3": reason });
    props.table.grantStream(props.fn);
    props.fn.live.addEventSourceMapping("Stream", {
      eventSourceArn: props.table.streamArn,
      // A new mapping starts with everything that is still in the stream, so some changes are processed twice, but none
      // are lost.
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: props.patterns.map((pattern) => FilterCriteria.filter(pattern as Record<string, unknown>)),
      batchSize: trigger.batchSize,
      maxBatchingWindow: Duration.seconds(trigger.windowSec),
      parallelizationFactor: trigger.callsAShard,
      reportBatchItemFailures: trigger.reportBatchItemFailures,
      // Split the batch in half if a call crashes, so that a single record can't block the rest.
      bisectBatchOnError: true,
      maxRecordAge: Duration.hours(trigger.givenUpAfterHours),
      onFailure: new SqsDlq(this.deadLetters),
    });
  }
}
