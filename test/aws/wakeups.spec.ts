import { ConflictException, CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { sqsWakeups, type WakeupsConfig } from "../../core/aws/wakeups.ts";
import { parseWakeup, wakeupBody } from "../../core/lanes/wakeup-body.ts";
import type { Clock } from "../../core/ports.ts";
import { bucketOf, chatLane, endpointLane, instanceLane } from "../../core/store/lane-names.ts";

const sqs = mockClient(SQSClient);
const scheduler = mockClient(SchedulerClient);
const NOW = Date.parse("2026-11-20T09:30:00.000Z");
const clock: Clock = { now: () => new Date(NOW), until: async () => {} };
const inSec = (sec: number) => new Date(NOW + sec * 1_000);

const config: WakeupsConfig = {
  endpointQueueUrl: "http://queues/endpoints",
  endpointQueueArn: "arn:endpoints",
  chatQueueUrl: "http://queues/chats",
  chatQueueArn: "arn:chats",
  shardQueueUrlPrefix: "http://queues/shard-",
  shardQueueArnPrefix: "arn:shard-",
  shardCount: 256,
  queueCount: 32,
  schedulerRoleArn: "arn:role",
  scheduleGroup: "lanes",
};
const wakeups = sqsWakeups(config, clock);
const endpoint = endpointLane("acc_1", "account");

beforeEach(() => {
  sqs.reset();
  scheduler.reset();
});

const sent = () => sqs.commandCalls(SendMessageCommand).map((call) => call.args[0].input);
const scheduled = () => scheduler.commandCalls(CreateScheduleCommand).map((call) => call.args[0].input);

describe("a wake-up due within 15 minutes", () => {
  it.each([
    { title: "at once", at: inSec(0), delay: 0 },
    { title: "in the past", at: inSec(-3_600), delay: 0 },
    { title: "in a part of a second: never early", at: inSec(9.2), delay: 10 },
    { title: "in exactly 15 minutes", at: inSec(900), delay: 900 },
  ])("is a queue message with a delay: $title", async ({ at, delay }) => {
    await wakeups.wake(endpoint, at);

    expect(sent()).toEqual([
      {
        QueueUrl: "http://queues/endpoints",
        MessageBody: JSON.stringify({ lane: endpoint }),
        DelaySeconds: delay,
        MessageGroupId: "acc_1",
      },
    ]);
    expect(scheduled()).toEqual([]);
  });

  it("goes to the queue of the instance's shard", async () => {
    const instances = ["inst_a", "inst_b", "inst_c"];
    for (const instance of instances) await wakeups.wake(instanceLane(instance), inSec(1));

    expect(sent().map((message) => message.QueueUrl)).toEqual(
      instances.map((instance) => `http://queues/shard-${bucketOf(instance, 256) % 32}`),
    );
    expect(sent().every((message) => message.MessageGroupId === undefined)).toBe(true);
  });
});

describe("a wake-up of a chat", () => {
  it("goes to the queue of chats, in the group of its instance: a number with many chats does not hold up another's", async () => {
    const lane = chatLane("inst_a", "lid-77");
    await wakeups.wake(lane, inSec(2));

    const body = JSON.stringify({ lane });
    const message = { QueueUrl: "http://queues/chats", MessageBody: body, DelaySeconds: 2, MessageGroupId: "inst_a" };
    expect(sent()).toEqual([message]);
  });

  it("that is due later is a schedule that writes into the same queue", async () => {
    await wakeups.wake(chatLane("inst_a", "lid-77"), inSec(3_600));

    expect(scheduled().map(({ Target }) => Target?.Arn)).toEqual(["arn:chats"]);
  });
});

describe("a wake-up due later than in 15 minutes", () => {
  it("is a one-time schedule a minute early that targets the same queue and deletes itself", async () => {
    await wakeups.wake(instanceLane("inst_a"), inSec(3_600));

    expect(sent()).toEqual([]);
    expect(scheduled()).toEqual([
      {
        Name: expect.stringMatching(/^[0-9a-f]{40}-\d+$/),
        GroupName: "lanes",
        ScheduleExpression: "at(2026-11-20T10:29:00)",
        ScheduleExpressionTimezone: "UTC",
        FlexibleTimeWindow: { Mode: "OFF" },
        ActionAfterCompletion: "DELETE",
        Target: {
          Arn: `arn:shard-${bucketOf("inst_a", 256) % 32}`,
          RoleArn: "arn:role",
          Input: JSON.stringify({ lane: instanceLane("inst_a") }),
        },
      },
    ]);
  });

  it("has one name and one moment for all due times of a minute, so the first covers an earlier second too", async () => {
    await wakeups.wake(endpoint, inSec(3_650));
    await wakeups.wake(endpoint, inSec(3_605));
    await wakeups.wake(endpoint, inSec(3_660));
    await wakeups.wake(endpointLane("acc_2", "account"), inSec(3_605));

    const [late, early, nextMinute, otherLane] = scheduled();
    expect(early).toEqual(late);
    expect(nextMinute?.Name).not.toBe(late?.Name);
    expect(otherLane?.Name).not.toBe(late?.Name);
  });

  it("is there already when its name is taken", async () => {
    scheduler
      .on(CreateScheduleCommand)
      .rejects(new ConflictException({ message: "exists", Message: "exists", $metadata: {} }));
    await expect(wakeups.wake(endpoint, inSec(3_600))).resolves.toBeUndefined();
  });

  it("is an error when the scheduler refuses otherwise", async () => {
    scheduler.on(CreateScheduleCommand).rejects(new Error("throttled"));
    await expect(wakeups.wake(endpoint, inSec(3_600))).rejects.toThrow("throttled");
  });
});

it("refuses a name that is no lane", async () => {
  await expect(wakeups.wake("ACC#a#KEY", inSec(0))).rejects.toThrow("is no lane");
});

describe("a queue message's body", () => {
  it("names the lane to look at", async () => {
    await wakeups.wake(endpoint, inSec(0));
    expect(sent()[0]?.MessageBody).toBe(wakeupBody(endpoint));
    expect(parseWakeup(wakeupBody(endpoint))).toBe(endpoint);
  });

  it.each(["", "null", "[]", "{}", '{"lane":1}', '{"lane":"SHARDS"}', "{"])("%j is none of ours", (body) => {
    expect(parseWakeup(body)).toBeNull();
  });
});
