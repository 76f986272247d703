import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
  ResourceAlreadyExistsException,
} from "@aws-sdk/client-eventbridge";
import { CreateKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { ConflictException, CreateScheduleGroupCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { awsClient } from "../../core/aws/aws-client.ts";
import * as REQUEST_LIMITS from "../../core/aws/request-limits.ts";
import { NOTIFY_ADMINS_PATTERN } from "../../core/contracts/bus-events.ts";
import { LIMITS } from "../../core/contracts/limits.ts";
import { UPLOAD_HEADERS } from "../../core/contracts/panel/uploads.ts";
import { ENV } from "../../core/env.ts";
import { WORKERS } from "../../lib/wiring.ts";
import { createQueue } from "./create-queue.ts";
import { createTable } from "./create-table.ts";
import { requirePreparedTable } from "./require-prepared-table.ts";

const TABLE = "gateway";
const BUS = "gateway";
const SCHEDULE_GROUP = "gateway";
const BUCKET = "gateway-media";
/** A single machine needs few shards and even fewer queues. On AWS, the deployment sets both numbers. */
const SHARDS = 4;
const QUEUES = 2;
/** The number of shards per queue, if more shards are needed. */
const SHARDS_A_QUEUE = 4;
/** As in lib/constructs/lane-queues.ts, the shards' queues share one dead-letter queue. */
const SHARD_QUEUE = { visibilitySec: 30, maxReceives: 5, deadLetters: "shard" };

/**
 * Creates any missing resources that the stacks create in the cloud: the table, queues, key, schedule group, bus, and
 * bucket.
 * @param kmsKeyId the key from an earlier start, or null to create one.
 * @param restoredTable the table to use instead of the gateway's own, or null.
 * @param shardCount the number of shards, if it isn't the usual number for a single machine.
 * @returns the environment variables that functions and sessions use to find the resources.
 */
export async function createInfrastructure(
  kmsKeyId: string | null,
  restoredTable: string | null = null,
  shardCount = SHARDS,
): Promise<Record<string, string>> {
  const queueCount = Math.max(QUEUES, Math.floor(shardCount / SHARDS_A_QUEUE));
  const [, endpoint, chat, queues, key] = await Promise.all([
    restoredTable === null ? createTable(TABLE) : requirePreparedTable(restoredTable),
    createQueue("endpoint-lanes", WORKERS.workEndpointLane.trigger),
    createQueue("chat-lanes", WORKERS.workChatLane.trigger),
    Promise.all(Array.from({ length: queueCount }, (_, queue) => createQueue(`shards-${queue}`, SHARD_QUEUE))),
    kmsKeyId ?? createKey(),
    createScheduleGroup(),
    createBus(),
    createBucket(),
  ]);
  const [first] = queues;
  if (!first) throw new Error("A gateway needs at least one queue of shards.");
  return {
    [ENV.tableName]: restoredTable ?? TABLE,
    [ENV.endpointQueueUrl]: endpoint.url,
    [ENV.endpointQueueArn]: endpoint.arn,
    [ENV.chatQueueUrl]: chat.url,
    [ENV.chatQueueArn]: chat.arn,
    [ENV.shardQueueUrlPrefix]: first.url.slice(0, -1),
    [ENV.shardQueueArnPrefix]: first.arn.slice(0, -1),
    [ENV.shardCount]: String(shardCount),
    [ENV.queueCount]: String(queueCount),
    [ENV.schedulerRoleArn]: "arn:aws:iam::000000000000:role/local-scheduler",
    [ENV.scheduleGroup]: SCHEDULE_GROUP,
    [ENV.kmsKeyId]: key,
    [ENV.eventBusName]: BUS,
    [ENV.mediaBucket]: BUCKET,
  };
}

/**
 * Creates the queue for notices that are emailed to admins, and the bus rule that fills it. The bus must already exist.
 */
export async function createNoticeQueue(): Promise<{ url: string; arn: string }> {
  const { name, trigger } = WORKERS.notifyAdmins;
  const queue = await createQueue(name, trigger);
  const client = awsClient(EventBridgeClient, REQUEST_LIMITS.setup);
  const rule = { EventBusName: BUS };
  await client.send(new PutRuleCommand({ ...rule, Name: name, EventPattern: JSON.stringify(NOTIFY_ADMINS_PATTERN) }));
  await client.send(new PutTargetsCommand({ ...rule, Rule: name, Targets: [{ Id: "queue", Arn: queue.arn }] }));
  client.destroy();
  return queue;
}

async function createKey(): Promise<string> {
  const created = await awsClient(KMSClient, REQUEST_LIMITS.setup).send(
    new CreateKeyCommand({ Description: "Wraps the gateway's data keys" }),
  );
  return created.KeyMetadata?.KeyId ?? "";
}

async function createScheduleGroup(): Promise<void> {
  try {
    await awsClient(SchedulerClient, REQUEST_LIMITS.setup).send(
      new CreateScheduleGroupCommand({ Name: SCHEDULE_GROUP }),
    );
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error; // there since an earlier start
  }
}

async function createBus(): Promise<void> {
  try {
    await awsClient(EventBridgeClient, REQUEST_LIMITS.setup).send(new CreateEventBusCommand({ Name: BUS }));
  } catch (error) {
    if (!(error instanceof ResourceAlreadyExistsException)) throw error; // there since an earlier start
  }
}

/** Allows pages of the panel to upload files to presigned URLs. */
export async function letPagesUpload(origin: string): Promise<void> {
  const client = awsClient(S3Client, REQUEST_LIMITS.setup);
  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ["PUT"],
    AllowedHeaders: [...UPLOAD_HEADERS],
    MaxAgeSeconds: 3_600,
  };
  await client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: [rule] } }));
  client.destroy();
}

async function createBucket(): Promise<void> {
  const client = awsClient(S3Client, REQUEST_LIMITS.setup);
  try {
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error; // there since an earlier start
  }
  const rule = (prefix: string, days: number) => ({
    Status: "Enabled" as const,
    Filter: { Prefix: prefix },
    Expiration: { Days: days },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  });
  // Menu files, under MNU/, have no rule, because they exist as long as the menu uses them.
  const rules = [
    rule("ACC/", LIMITS.retentionDays),
    rule("BRD/", LIMITS.broadcastKeptDays),
    rule("EXP/", LIMITS.exportKeptDays),
  ];
  const LifecycleConfiguration = { Rules: rules };
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket: BUCKET, LifecycleConfiguration }));
  client.destroy();
}
