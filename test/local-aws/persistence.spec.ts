import { UpdateTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import {
  CreateEventBusCommand,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
} from "@aws-sdk/client-eventbridge";
import { CreateKeyCommand, DecryptCommand, GenerateDataKeyCommand } from "@aws-sdk/client-kms";
import { CreateScheduleCommand } from "@aws-sdk/client-scheduler";
import { DeleteMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { startEmulators } from "../../local/aws/emulators.ts";
import type { MovableClock } from "../../local/machine/clock.ts";
import { runningClock } from "../support/test-clock.ts";
import { after, clientsOf, createQueue, createThings, receive, startAws, TABLE, temporaryFolder } from "./support.ts";

/** Runs `work` on emulators that are then stopped, as if in an earlier process. */
async function earlier<T>(
  dataDir: string,
  clock: MovableClock,
  work: (on: ReturnType<typeof clientsOf>) => Promise<T>,
) {
  const aws = await startEmulators({ clock, dataDir });
  const clients = clientsOf(aws);
  const result = await work(clients);
  clients.destroy();
  await aws.stop();
  return result;
}

test("the table is as it was after a restart, and its items still end in time", async () => {
  const dataDir = temporaryFolder();
  const clock = runningClock();
  const Item = { pk: "a", sk: "1", ttl: Math.floor(after(clock, 3_600_000).getTime() / 1_000) };
  await earlier(dataDir, clock, async ({ dynamo, documents }) => {
    await createThings(dynamo);
    const TimeToLiveSpecification = { AttributeName: "ttl", Enabled: true };
    await dynamo.send(new UpdateTimeToLiveCommand({ TableName: TABLE, TimeToLiveSpecification }));
    await documents.send(new PutCommand({ TableName: TABLE, Item }));
  });
  const { documents } = await startAws({ dataDir, clock });
  const read = async () => {
    const answer = await documents.send(new GetCommand({ TableName: TABLE, Key: { pk: "a", sk: "1" } }));
    return answer.Item;
  };
  expect(await read()).toEqual(Item);
  clock.moveTo(after(clock, 3_700_000));
  await expect.poll(() => read()).toBeUndefined();
});

test("messages are kept; those in flight are visible again, since their consumers are gone", async () => {
  const dataDir = temporaryFolder();
  const clock = runningClock();
  const url = await earlier(dataDir, clock, async ({ sqs }) => {
    const queue = await createQueue(sqs, "jobs", { VisibilityTimeout: "600" });
    const send = (MessageBody: string, DelaySeconds = 0) =>
      sqs.send(new SendMessageCommand({ QueueUrl: queue.url, MessageBody, DelaySeconds, MessageGroupId: "g" }));
    await send("done");
    const [done] = await receive(sqs, queue.url);
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle: done?.ReceiptHandle }));
    await send("in flight");
    await receive(sqs, queue.url);
    await send("waiting");
    await send("delayed", 900);
    return queue.url;
  });
  const { sqs, aws } = await startAws({ dataDir, clock });
  expect(aws.activity()).toMatchObject({ visible: 2, inFlight: 0 });
  // The queue's address from the previous start is still valid.
  const found = new Map((await receive(sqs, url)).map((message) => [message.Body, message.Attributes]));
  expect([...found.keys()].sort()).toEqual(["in flight", "waiting"]);
  expect(found.get("in flight")).toMatchObject({ ApproximateReceiveCount: "2", MessageGroupId: "g" });
  clock.moveTo(after(clock, 900_000));
  expect((await receive(sqs, url)).map(({ Body }) => Body)).toContain("delayed");
});

test("a schedule that came due while nothing ran fires at the start", async () => {
  const dataDir = temporaryFolder();
  const clock = runningClock();
  const url = await earlier(dataDir, clock, async ({ sqs, scheduler }) => {
    const queue = await createQueue(sqs, "jobs");
    await scheduler.send(
      new CreateScheduleCommand({
        Name: "once",
        ScheduleExpression: `at(${after(clock, 3_600_000).toISOString().slice(0, 19)})`,
        FlexibleTimeWindow: { Mode: "OFF" },
        ActionAfterCompletion: "DELETE",
        Target: { Arn: queue.arn, RoleArn: "arn:aws:iam::000000000000:role/any", Input: "{}" },
      }),
    );
    return queue.url;
  });
  clock.moveTo(after(clock, 7_200_000));
  const { sqs } = await startAws({ dataDir, clock });
  expect(await receive(sqs, url, { waitSec: 5 })).toHaveLength(1);
});

test("keys still open what they sealed, and rules still lead to their queues", async () => {
  const dataDir = temporaryFolder();
  const clock = runningClock();
  const { made, url } = await earlier(dataDir, clock, async ({ kms, bus, sqs }) => {
    const key = await kms.send(new CreateKeyCommand({}));
    const dataKey = { KeyId: key.KeyMetadata?.KeyId, KeySpec: "AES_256" as const };
    const queue = await createQueue(sqs, "jobs");
    await bus.send(new CreateEventBusCommand({ Name: "b" }));
    await bus.send(new PutRuleCommand({ Name: "r", EventBusName: "b", EventPattern: '{"source":["s"]}' }));
    await bus.send(new PutTargetsCommand({ Rule: "r", EventBusName: "b", Targets: [{ Id: "1", Arn: queue.arn }] }));
    return { made: await kms.send(new GenerateDataKeyCommand(dataKey)), url: queue.url };
  });
  const { kms, bus, sqs } = await startAws({ dataDir, clock });
  const opened = await kms.send(new DecryptCommand({ CiphertextBlob: made.CiphertextBlob }));
  expect(opened.Plaintext).toEqual(made.Plaintext);
  const Entries = [{ EventBusName: "b", Source: "s", DetailType: "t", Detail: "{}" }];
  await bus.send(new PutEventsCommand({ Entries }));
  expect(await receive(sqs, url)).toHaveLength(1);
});
