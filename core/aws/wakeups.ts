import { createHash } from "node:crypto";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type * as z from "zod";
import { MINUTE_MS } from "../contracts/durations.ts";
import type { WakeupsEnv } from "../env.ts";
import type { Clock, Wakeups } from "../ports.ts";
import { bucketOf, type LaneName, parseLane, queueOfShard } from "../store/lane-names.ts";
import { awsClient } from "./aws-client.ts";
import * as REQUEST_LIMITS from "./request-limits.ts";
import type { Schedules } from "./schedules.ts";

/**
 * The queues and schedules used for wake-ups. A queue's name is the prefix followed by the queue's number. Many shards
 * share a queue.
 */
export interface WakeupsConfig {
  endpointQueueUrl: string;
  endpointQueueArn: string;
  chatQueueUrl: string;
  chatQueueArn: string;
  shardQueueUrlPrefix: string;
  shardQueueArnPrefix: string;
  shardCount: number;
  queueCount: number;
  /** The role that the scheduler assumes to send to the queues. */
  schedulerRoleArn: string;
  scheduleGroup: string;
}

/** Builds the wake-up configuration from a runtime's variables. */
export const wakeupsConfig = (env: z.infer<typeof WakeupsEnv>): WakeupsConfig => ({
  endpointQueueUrl: env.ENDPOINT_QUEUE_URL,
  endpointQueueArn: env.ENDPOINT_QUEUE_ARN,
  chatQueueUrl: env.CHAT_QUEUE_URL,
  chatQueueArn: env.CHAT_QUEUE_ARN,
  shardQueueUrlPrefix: env.SHARD_QUEUE_URL_PREFIX,
  shardQueueArnPrefix: env.SHARD_QUEUE_ARN_PREFIX,
  shardCount: env.SHARD_COUNT,
  queueCount: env.QUEUE_COUNT,
  schedulerRoleArn: env.SCHEDULER_ROLE_ARN,
  scheduleGroup: env.SCHEDULE_GROUP,
});

/** The longest delay of a queue message. Wake-ups due later become schedules. */
const QUEUE_DELAY_MAX_SEC = 900;

/**
 * Sends wake-ups through SQS if they are due within 15 minutes, or as one-time EventBridge schedules if they are due
 * later. Schedules are accurate to the minute, so each is set a minute early. A worker that is woken too early sends a
 * queue message for the remaining time.
 */
export function sqsWakeups(config: WakeupsConfig, clock: Clock): Wakeups & { close(): void } {
  const sqs = awsClient(SQSClient, REQUEST_LIMITS.queue, { directly: {} });
  let schedules: Schedules | null = null;

  /**
   * Loaded on first use: most processes of a function never schedule anything, and this client makes up a twentieth of
   * a function's code.
   */
  async function loadSchedules(): Promise<Schedules> {
    const { schedulesBy } = await import("./schedules.ts");
    schedules ??= schedulesBy(awsClient, REQUEST_LIMITS.scheduler);
    return schedules;
  }

  async function sendMessage(queue: LaneQueue, body: string, delaySec: number): Promise<void> {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queue.url,
        MessageBody: body,
        DelaySeconds: delaySec,
        // Message groups make the queue fair: an account with many lanes, or a number with many chats, doesn't hold up
        // other accounts or numbers.
        ...(queue.group && { MessageGroupId: queue.group }),
      }),
    );
  }

  async function createSchedule(lane: string, queue: LaneQueue, at: Date): Promise<void> {
    const dueMinute = Math.floor(at.getTime() / MINUTE_MS);
    // The schedule fires in the minute before the due minute, so due times that share a schedule name also share a
    // firing time.
    const fireAt = new Date((dueMinute - 1) * MINUTE_MS);
    const { create } = await loadSchedules();
    await create({
      name: `${createHash("sha256").update(lane).digest("hex").slice(0, 40)}-${dueMinute}`,
      group: config.scheduleGroup,
      at: fireAt,
      queueArn: queue.arn,
      roleArn: config.schedulerRoleArn,
      body: bodyOf(lane),
    });
  }

  return {
    async wake(lane, at, about) {
      const name = parseLane(lane);
      if (!name) throw new Error(`"${lane}" is no lane; use endpointLane(), instanceLane() or chatLane() to name one.`);
      const queue = queueOf(config, name);
      const delaySec = Math.max(0, Math.ceil((at.getTime() - clock.now().getTime()) / 1_000));
      if (delaySec <= QUEUE_DELAY_MAX_SEC) await sendMessage(queue, bodyOf(lane, about), delaySec);
      else await createSchedule(lane, queue, at);
    },
    close() {
      sqs.destroy();
      schedules?.close();
    },
  };
}

/** Builds a wake-up's body, which core/lanes/wakeup-body.ts parses. */
const bodyOf = (lane: string, about?: string) => JSON.stringify({ lane, ...(about !== undefined && { about }) });

interface LaneQueue {
  url: string;
  arn: string;
  group: string | null;
}

/**
 * Finds a lane's queue. All endpoint lanes share one queue, and all chats share another. An instance's lane uses its
 * shard's queue, whose reader forwards wake-ups for shards owned by another task.
 */
function queueOf(config: WakeupsConfig, lane: LaneName): LaneQueue {
  if (lane.kind === "endpoint") {
    return { url: config.endpointQueueUrl, arn: config.endpointQueueArn, group: lane.account_id };
  }
  if (lane.kind === "chat") return { url: config.chatQueueUrl, arn: config.chatQueueArn, group: lane.instance_id };
  const queue = queueOfShard(bucketOf(lane.instance_id, config.shardCount), config.queueCount);
  return { url: `${config.shardQueueUrlPrefix}${queue}`, arn: `${config.shardQueueArnPrefix}${queue}`, group: null };
}
