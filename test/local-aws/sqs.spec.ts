import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { after, createQueue, receive, startAws } from "./support.ts";

const send = (
  sqs: SQSClient,
  url: string,
  body: string,
  more: { DelaySeconds?: number; MessageGroupId?: string } = {},
) => sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: body, ...more }));

const bodies = (messages: { Body?: string }[]) => messages.map(({ Body }) => Body);

test("a queue is found by its name, made once, and missing ones are named so", async () => {
  const { sqs } = await startAws();
  const { url, arn } = await createQueue(sqs, "jobs", { VisibilityTimeout: "45" });
  expect(await createQueue(sqs, "jobs", { VisibilityTimeout: "45" })).toEqual({ url, arn });
  await expect(createQueue(sqs, "jobs", { VisibilityTimeout: "46" })).rejects.toMatchObject({
    name: "QueueNameExists",
  });
  expect((await sqs.send(new GetQueueUrlCommand({ QueueName: "jobs" }))).QueueUrl).toBe(url);
  await expect(sqs.send(new GetQueueUrlCommand({ QueueName: "none" }))).rejects.toThrow(QueueDoesNotExist);
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { VisibilityTimeout: "46" } }));
  const about = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["All"] }));
  expect(about.Attributes).toMatchObject({ VisibilityTimeout: "46", ApproximateNumberOfMessages: "0", QueueArn: arn });
  await createQueue(sqs, "other");
  expect((await sqs.send(new ListQueuesCommand({ QueueNamePrefix: "jo" }))).QueueUrls).toEqual([url]);
});

test("FIFO queues and unknown attributes are refused by name", async () => {
  const { sqs } = await startAws();
  await expect(createQueue(sqs, "jobs.fifo")).rejects.toThrow("FIFO queues are not emulated here.");
  await expect(createQueue(sqs, "jobs", { Colour: "blue" })).rejects.toThrow("Colour");
});

test("a message comes with its attributes, its group and how often it was received", async () => {
  const { sqs } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: "hello",
      MessageGroupId: "acc_1",
      MessageAttributes: { kind: { DataType: "String", StringValue: "greeting" } },
    }),
  );
  const [message] = await receive(sqs, url);
  expect(message).toMatchObject({
    Body: "hello",
    Attributes: { MessageGroupId: "acc_1", ApproximateReceiveCount: "1" },
    MessageAttributes: { kind: { DataType: "String", StringValue: "greeting" } },
  });
});

test("a received message is hidden until its visibility timeout has passed on the clock, then comes again", async () => {
  const { sqs, clock, aws } = await startAws();
  const { url } = await createQueue(sqs, "jobs", { VisibilityTimeout: "60" });
  await send(sqs, url, "a");
  expect(aws.activity()).toMatchObject({ visible: 1, inFlight: 0 });
  const [first] = await receive(sqs, url);
  expect(aws.activity()).toMatchObject({ visible: 0, inFlight: 1 });
  expect(await receive(sqs, url)).toEqual([]);
  clock.moveTo(after(clock, 60_000));
  const [second] = await receive(sqs, url);
  expect(second?.Attributes?.ApproximateReceiveCount).toBe("2");
  // The first consumer's receipt handle is no longer valid.
  await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle }));
  expect(aws.activity()).toMatchObject({ visible: 0, inFlight: 1 });
  await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: second?.ReceiptHandle }));
  expect(aws.activity()).toMatchObject({ visible: 0, inFlight: 0 });
});

test("a consumer puts a message back, or keeps it longer, by changing its visibility", async () => {
  const { sqs, clock } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  await send(sqs, url, "a");
  const [message] = await receive(sqs, url);
  const change = (VisibilityTimeout: number) =>
    sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout }),
    );
  await change(600);
  clock.moveTo(after(clock, 599_000));
  expect(await receive(sqs, url)).toEqual([]);
  await change(0);
  await expect(change(30)).rejects.toMatchObject({ name: "MessageNotInflight" });
  expect(bodies(await receive(sqs, url))).toEqual(["a"]);
});

test("a delayed message answers a waiting receive at once when the clock reaches its time", async () => {
  const { sqs, clock } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  await send(sqs, url, "later", { DelaySeconds: 900 });
  const waiting = receive(sqs, url, { waitSec: 20 });
  clock.moveTo(after(clock, 899_000));
  expect(await receive(sqs, url)).toEqual([]);
  const started = performance.now();
  clock.moveTo(after(clock, 1_000));
  expect(bodies(await waiting)).toEqual(["later"]);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("a waiting receive is answered when a message arrives, the longest waiting first", async () => {
  const { sqs, aws } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  const first = receive(sqs, url, { waitSec: 20 });
  await expect.poll(() => aws.counters().ReceiveMessage).toBe(1);
  const second = receive(sqs, url, { waitSec: 20 });
  await expect.poll(() => aws.counters().ReceiveMessage).toBe(2);
  await send(sqs, url, "one");
  expect(bodies(await first)).toEqual(["one"]);
  await send(sqs, url, "two");
  expect(bodies(await second)).toEqual(["two"]);
});

test("a receive whose caller has gone takes no message", async () => {
  const { sqs, aws } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  const hangingUp = new AbortController();
  const asked = new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 });
  const given = sqs.send(asked, { abortSignal: hangingUp.signal }).catch((error: Error) => error.name);
  await expect.poll(() => aws.counters().ReceiveMessage).toBe(1);
  hangingUp.abort();
  expect(await given).toBe("AbortError");
  await send(sqs, url, "a");
  expect(bodies(await receive(sqs, url))).toEqual(["a"]);
});

test("a receive answers with nothing after its wait in real time", async () => {
  const { sqs } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  const started = performance.now();
  expect(await receive(sqs, url, { waitSec: 1 })).toEqual([]);
  expect(performance.now() - started).toBeGreaterThan(950);
});

test("delays over 15 minutes are refused, in a batch only for the entry", async () => {
  const { sqs } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  await expect(send(sqs, url, "a", { DelaySeconds: 901 })).rejects.toMatchObject({ name: "InvalidParameterValue" });
  const answer = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: url,
      Entries: [
        { Id: "1", MessageBody: "good" },
        { Id: "2", MessageBody: "bad", DelaySeconds: 901 },
      ],
    }),
  );
  expect(answer.Successful).toMatchObject([{ Id: "1" }]);
  expect(answer.Failed).toMatchObject([{ Id: "2", Code: "InvalidParameterValue", SenderFault: true }]);
  const messages = await receive(sqs, url);
  expect(bodies(messages)).toEqual(["good"]);
  const deleted = await sqs.send(
    new DeleteMessageBatchCommand({
      QueueUrl: url,
      Entries: [
        { Id: "1", ReceiptHandle: messages[0]?.ReceiptHandle },
        { Id: "2", ReceiptHandle: "no handle" },
      ],
    }),
  );
  expect(deleted.Successful).toMatchObject([{ Id: "1" }]);
  expect(deleted.Failed).toMatchObject([{ Id: "2", Code: "ReceiptHandleIsInvalid" }]);
});

test("a batch has one to ten entries with ids of their own", async () => {
  const { sqs } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  const batch = (ids: string[]) =>
    sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: ids.map((Id) => ({ Id, MessageBody: "a" })) }));
  await expect(batch([])).rejects.toMatchObject({ name: "EmptyBatchRequest" });
  await expect(batch(["1", "1"])).rejects.toMatchObject({ name: "BatchEntryIdsNotDistinct" });
  await expect(batch("abcdefghijk".split(""))).rejects.toMatchObject({ name: "TooManyEntriesInBatchRequest" });
});

test("a message that was received too often goes to the dead-letter queue", async () => {
  const { sqs } = await startAws();
  const dead = await createQueue(sqs, "dead");
  const { url, arn } = await createQueue(sqs, "jobs", {
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount: 2 }),
  });
  await send(sqs, url, "poison");
  expect(await receive(sqs, url, { visibilitySec: 0 })).toHaveLength(1);
  expect(await receive(sqs, url, { visibilitySec: 0 })).toHaveLength(1);
  expect(await receive(sqs, url, { visibilitySec: 0 })).toEqual([]);
  const [message] = await receive(sqs, dead.url);
  expect(message).toMatchObject({ Body: "poison", Attributes: { DeadLetterQueueSourceArn: arn } });
});

test("a quiet group comes before the rest of a busy one: one number's 200 chats don't delay another's first", async () => {
  const { sqs } = await startAws();
  const { url } = await createQueue(sqs, "chats");
  const tens = Array.from({ length: 20 }, (_, ten) => Array.from({ length: 10 }, (_, one) => `${ten}-${one}`));
  for (const ten of tens) {
    const Entries = ten.map((Id) => ({ Id, MessageBody: Id, MessageGroupId: "inst_busy" }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  }
  const worked = bodies((await Promise.all(tens.slice(10).map(() => receive(sqs, url)))).flat());
  expect(worked).toEqual(tens.slice(0, 10).flat());
  for (const body of ["first", "second"]) await send(sqs, url, body, { MessageGroupId: "inst_quiet" });

  const [first, ...others] = bodies(await receive(sqs, url));
  expect(first).toBe("first");
  // The quiet group has fewer messages in flight than the busy group, even counting its second message.
  expect(others).toEqual(["second", ...(tens[10] ?? []).slice(0, 8)]);
});

test("purging empties a queue", async () => {
  const { sqs, aws } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  for (const body of ["a", "b", "c"]) await send(sqs, url, body);
  await receive(sqs, url, { visibilitySec: 60 });
  await sqs.send(new PurgeQueueCommand({ QueueUrl: url }));
  expect(aws.activity()).toMatchObject({ visible: 0, inFlight: 0 });
});
