import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { SendMessageBatchCommand, SendMessageCommand, type SendMessageCommandInput } from "@aws-sdk/client-sqs";
import { expect, it } from "vitest";
import { createQueue, startAws } from "./support.ts";

const text = (StringValue: string, DataType = "String") => ({ DataType, StringValue });

it("a queue takes the characters that XML has, and no others", async () => {
  const { sqs } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  const send = (MessageBody: string) => sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody }));

  await expect(send("tab\t, line\n\r, é, 😀, \ud7ff\ue000\ufffd")).resolves.toMatchObject({});
  await expect(send("a\u0000")).rejects.toThrow("Invalid binary character '#x0' was found");
  await expect(send("a\uffff")).rejects.toThrow("Invalid binary character '#xFFFF' was found");
  await expect(send("")).rejects.toThrow("The request must contain the parameter MessageBody.");
});

it("a message has at most ten attributes, each with a name, a known type and a value", async () => {
  const { sqs } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  const send = (MessageAttributes: NonNullable<SendMessageCommandInput["MessageAttributes"]>) =>
    sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "a", MessageAttributes }));
  const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`a${at}`, text("x")]));

  await expect(send({ "trace.id": text("1", "Number.int") })).resolves.toMatchObject({});
  await expect(send(eleven)).rejects.toThrow("Number of message attributes [11] exceeds the allowed maximum [10].");
  for (const name of ["AWS.trace", "a..b", ".a", "a.", "a b"]) {
    await expect(send({ [name]: text("x") })).rejects.toThrow(`The message attribute name '${name}' is invalid.`);
  }
  await expect(send({ a: text("x", "Text") })).rejects.toThrow("supported type prefixes");
  await expect(send({ a: text("") })).rejects.toThrow("must contain non-empty message attribute value");
});

it("an entry that a queue refuses does not hold up the others of its batch, and a wrong id refuses them all", async () => {
  const { sqs } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  const send = (...ids: [string, string][]) => {
    const Entries = ids.map(([Id, MessageBody]) => ({ Id, MessageBody }));
    return sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  };

  const answer = await send(["good", "a"], ["bad", "a\u0001"]);
  expect(answer.Successful?.map(({ Id }) => Id)).toEqual(["good"]);
  expect(answer.Failed).toMatchObject([{ Id: "bad", Code: "InvalidMessageContents" }]);
  await expect(send(["an id", "a"])).rejects.toThrow("A batch entry id can only contain alphanumeric characters");
});

it("the bus refuses an event without what it needs, with details that are no JSON, or in the name of AWS", async () => {
  const { bus } = await startAws();
  const event = { Source: "gateway", DetailType: "t", Detail: "{}" };
  const Entries = [
    event,
    { ...event, Detail: "{" },
    { ...event, Source: "aws.ec2" },
    { Source: "gateway", Detail: "{}" },
  ];

  const { Entries: answers } = await bus.send(new PutEventsCommand({ Entries }));

  expect(answers?.map(({ ErrorCode }) => ErrorCode)).toEqual([
    undefined,
    "MalformedDetail",
    "NotAuthorizedForSourceException",
    "InvalidArgument",
  ]);
});
