import { CreateKeyCommand, GenerateDataKeyCommand } from "@aws-sdk/client-kms";
import { beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../local/aws/service/service.ts";
import { type RequestCheck, requestCheck } from "../../local/aws/shapes/request-check.ts";
import { startAws } from "./support.ts";

const key = { pk: { S: "A" }, sk: { S: "B" } };
const put = { TableName: "gateway", Item: key };
const send = { QueueUrl: "http://127.0.0.1/000000000000/q", MessageBody: "x" };
const entries = (count: number) => Array.from({ length: count }, (_, n) => ({ Id: `${n}`, MessageBody: "x" }));
const schedule = {
  Name: "lane.1_a-b",
  GroupName: "gateway",
  ScheduleExpression: "at(2026-11-20T12:00:00)",
  FlexibleTimeWindow: { Mode: "OFF" },
  Target: { Arn: "arn:aws:sqs:us-east-1:000000000000:q", RoleArn: "arn:aws:iam::000000000000:role/r", Input: "x" },
};
const target = (own: Json) => ({ ...schedule, Target: { ...schedule.Target, ...own } });
const event = { EventBusName: "gateway", Source: "s", DetailType: "t", Detail: "{}" };
const dataKey = { KeyId: "k", KeySpec: "AES_256", EncryptionContext: { account_id: "acc_1" } };

describe("a request to an embedded service", () => {
  let check: RequestCheck;
  beforeAll(async () => {
    check = await requestCheck();
  });

  it.each<[string, Json]>([
    ["PutItem", put],
    ["PutItem", { ...put, ConditionExpression: undefined }],
    ["TransactWriteItems", { TransactItems: Array.from({ length: 100 }, () => ({ Put: put })) }],
    ["SendMessage", { ...send, DelaySeconds: 900 }],
    ["SendMessageBatch", { QueueUrl: send.QueueUrl, Entries: entries(10) }],
    ["CreateSchedule", schedule],
    ["PutEvents", { Entries: [event, { ...event, Time: 1_763_640_000 }, { ...event, Time: new Date(0) }] }],
    ["GenerateDataKey", dataKey],
    ["CreateTable", { TableName: "t", AttributeDefinitions: [], KeySchema: [] }],
  ])("%s as the service takes it passes", (action, input) => {
    expect(() => check(action, input)).not.toThrow();
  });

  it.each<[string, Json, RegExp]>([
    ["PutItem", { Item: key }, /TableName must not be null/],
    ["PutItem", { ...put, Condition: "x" }, /Condition is no member of PutItemInput/],
    ["PutItem", { ...put, ConditionExpression: "x".repeat(4_097) }, /ConditionExpression has 4097 of 1 to 4096/],
    ["PutItem", { ...put, ReturnValues: "ALL_NEW" }, /ReturnValues is none of NONE, ALL_OLD/],
    ["UpdateItem", { TableName: "gateway", Key: key, UpdateExpression: "" }, /UpdateExpression has 0/],
    ["Query", { TableName: "gateway", Limit: 0 }, /Limit is 0/],
    ["Query", { TableName: "gateway", Limit: "5" }, /Limit must be a number/],
    ["BatchGetItem", { RequestItems: { gateway: { Keys: Array(101).fill(key) } } }, /Keys has 101 of 1 to 100/],
    [
      "BatchWriteItem",
      { RequestItems: { gateway: Array(26).fill({ PutRequest: { Item: key } }) } },
      /has 26 of 1 to 25/,
    ],
    ["TransactWriteItems", { TransactItems: Array(101).fill({ Put: put }) }, /TransactItems has 101/],
    [
      "TransactWriteItems",
      { TransactItems: [{ Put: { Item: key } }] },
      /TransactItems.0.Put.TableName must not be null/,
    ],
    ["TransactWriteItems", { TransactItems: [{ Put: put }], ClientRequestToken: "x".repeat(37) }, /has 37 of 1 to 36/],
    ["SendMessage", { QueueUrl: send.QueueUrl }, /MessageBody must not be null/],
    ["SendMessage", { ...send, DelaySeconds: 901 }, /DelaySeconds is 901/],
    ["SendMessageBatch", { QueueUrl: send.QueueUrl, Entries: entries(11) }, /Entries has 11 of 1 to 10/],
    ["SendMessageBatch", { QueueUrl: send.QueueUrl, Entries: [{ Id: "a.b", MessageBody: "x" }] }, /Id does not match/],
    ["ReceiveMessage", { QueueUrl: send.QueueUrl, WaitTimeSeconds: 21 }, /WaitTimeSeconds is 21/],
    ["ChangeMessageVisibility", { ...send, ReceiptHandle: "r", VisibilityTimeout: 1 }, /MessageBody is no member/],
    ["CreateSchedule", { ...schedule, Name: "a#b" }, /Name does not match/],
    ["CreateSchedule", { ...schedule, Name: "x".repeat(65) }, /Name has 65 of 1 to 64/],
    ["CreateSchedule", { ...schedule, FlexibleTimeWindow: {} }, /FlexibleTimeWindow.Mode must not be null/],
    ["CreateSchedule", target({ RoleArn: "local-scheduler" }), /Target.RoleArn does not match/],
    ["CreateSchedule", target({ Input: "" }), /Target.Input has 0/],
    ["PutEvents", { Entries: [{ ...event, Time: "now" }] }, /Time must be a time/],
    ["PutEvents", { Entries: [] }, /Entries has 0 of 1 to 10/],
    ["PutEvents", { Entries: Array(11).fill(event) }, /Entries has 11/],
    ["GenerateDataKey", { ...dataKey, NumberOfBytes: 32 }, /KeySpec and NumberOfBytes can't both be given/],
    ["GenerateDataKey", { ...dataKey, EncryptionContext: { account_id: 1 } }, /account_id must be a string/],
    ["Encrypt", { KeyId: "k", Plaintext: Buffer.alloc(4_097).toString("base64") }, /Plaintext has 4097/],
  ])("%s as the service refuses it is refused: %j", (action, input, sentence) => {
    expect(() => check(action, input)).toThrow(sentence);
  });

  it("that is refused is not done, whatever the action itself would take", async () => {
    const { kms, aws } = await startAws({ checkRequest: check });
    const { KeyMetadata } = await kms.send(new CreateKeyCommand({}));
    const KeyId = KeyMetadata?.KeyId;

    const both = kms.send(new GenerateDataKeyCommand({ KeyId, KeySpec: "AES_256", NumberOfBytes: 32 }));

    await expect(both).rejects.toThrow(/KeySpec and NumberOfBytes can't both be given/);
    const unknown = aws.ask("SendMessage", { ...send, Body: "x" }, new AbortController().signal);
    await expect(unknown).rejects.toThrow(/Body is no member of SendMessageRequest/);
  });
});
