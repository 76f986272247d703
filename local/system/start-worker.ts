import { SQSClient } from "@aws-sdk/client-sqs";
import { awsClient } from "../../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../../core/aws/request-limits.ts";
import { WORKERS } from "../../lib/wiring.ts";
import { TO_POLL } from "../aws/rights/needed-rights.ts";
import type { Gateway } from "./gateway.ts";
import { pollQueue, type QueuePoller } from "./queue-poller.ts";

/** Starts a worker that processes a queue, using its own role. */
export function startWorker(
  { functions, aws, logged }: Gateway,
  worker: "workEndpointLane" | "workChatLane" | "notifyAdmins",
  queue: { url: string; arn: string },
  maxConcurrency: number,
): QueuePoller {
  const { name, trigger } = WORKERS[worker];
  aws.require(name, TO_POLL(queue.arn));
  return pollQueue({
    sqs: awsClient(SQSClient, REQUEST_LIMITS.longPoll),
    queueUrl: queue.url,
    queueArn: queue.arn,
    batchSize: trigger.batchSize,
    maxConcurrency,
    handler: functions.queueHandler(name),
    as: (run) => aws.callers.as(name, run),
    warn: logged.warn,
  });
}
