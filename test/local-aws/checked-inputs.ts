import type { Json } from "../../local/aws/service/service.ts";

const Key = { pk: { S: "a" }, sk: { S: "1" } };
const TableName = "things";
const LONG = "a = :a OR ".repeat(410);

const QueueUrl = "http://127.0.0.1/000000000000/q";
const SCHEDULE: Json = {
  Name: "a",
  GroupName: "g",
  ScheduleExpression: "at(2030-01-01T00:00:00)",
  FlexibleTimeWindow: { Mode: "OFF" },
  Target: { Arn: "arn:aws:sqs:us-east-1:000000000000:q", RoleArn: "arn:aws:iam::000000000000:role/r", Input: "{}" },
};
const windowOf = (valid: Json, Mode: string) => ({ ...valid, FlexibleTimeWindow: { Mode } });

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });
const MAIL: Json = {
  FromEmailAddress: "Gateway <no-reply@example.com>",
  Destination: { ToAddresses: ["ana@example.com"] },
  Content: { Simple: { Subject: utf8("Olá"), Body: { Text: utf8("Está.") } } },
};
const mailWith = (Simple: Json): Json => {
  return { ...MAIL, Content: { Simple: { Subject: utf8("Olá"), Body: { Text: utf8("Está.") }, ...Simple } } };
};
const mailTo = (...ToAddresses: string[]): Json => ({ ...MAIL, Destination: { ToAddresses } });

/** A valid input for each action that has rules of its own. */
export const VALID: Readonly<Record<string, Json>> = {
  PutItem: { TableName, Item: Key, ReturnValuesOnConditionCheckFailure: "ALL_OLD" },
  UpdateItem: { TableName, Key, UpdateExpression: "SET a = :a", ExpressionAttributeValues: { ":a": { S: "b" } } },
  DeleteItem: { TableName, Key, ReturnValues: "ALL_OLD" },
  GetItem: { TableName, Key, ConsistentRead: true },
  Query: { TableName, KeyConditionExpression: "pk = :a", ExpressionAttributeValues: { ":a": { S: "b" } }, Limit: 1 },
  Scan: { TableName, Limit: 1 },
  BatchWriteItem: { RequestItems: { things: [{ PutRequest: { Item: Key } }] } },
  TransactWriteItems: { TransactItems: [{ Put: { TableName, Item: Key } }], ClientRequestToken: "x".repeat(36) },
  CreateTable: {
    TableName,
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
  },
  UpdateTable: { TableName, StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" } },
  UpdateTimeToLive: { TableName, TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true } },
  SendMessageBatch: { QueueUrl, Entries: [{ Id: "a", MessageBody: "b" }] },
  DeleteMessageBatch: { QueueUrl, Entries: [{ Id: "a", ReceiptHandle: "b" }] },
  ChangeMessageVisibilityBatch: { QueueUrl, Entries: [{ Id: "a", ReceiptHandle: "b", VisibilityTimeout: 1 }] },
  CreateSchedule: SCHEDULE,
  UpdateSchedule: SCHEDULE,
  GetSchedule: { Name: "a", GroupName: "g" },
  DeleteSchedule: { Name: "a", GroupName: "g" },
  ListSchedules: { GroupName: "g", MaxResults: "5" },
  CreateScheduleGroup: { Name: "g" },
  GetScheduleGroup: { Name: "g" },
  DeleteScheduleGroup: { Name: "g" },
  CreateKey: { Description: "" },
  DescribeKey: { KeyId: "k" },
  GenerateDataKey: { KeyId: "k", KeySpec: "AES_256", EncryptionContext: { account_id: "acc_1" } },
  GenerateDataKeyWithoutPlaintext: { KeyId: "k", NumberOfBytes: 32 },
  Encrypt: { KeyId: "k", Plaintext: "YQ==" },
  Decrypt: { CiphertextBlob: "YQ==", EncryptionContext: { account_id: "acc_1" } },
  PutEvents: { Entries: [{ Source: "s", DetailType: "t", Detail: "{}", EventBusName: "b", Time: 1 }] },
  CreateEventBus: { Name: "b" },
  PutRule: { Name: "r", EventBusName: "b", EventPattern: "{}", State: "ENABLED" },
  PutTargets: { Rule: "r", Targets: [{ Id: "a", Arn: "arn" }] },
  RemoveTargets: { Rule: "r", Ids: ["a"] },
  DeleteRule: { Name: "r" },
  SendEmail: MAIL,
  TagResource: { ResourceArn: "arn:aws:dynamodb:us-east-1:0:table/things", Tags: [{ Key: "k", Value: "" }] },
};

type Breaks = Readonly<Record<string, (valid: Json) => Json>>;

/** Adds members to a valid input or, in a transaction, to its first entry. */
const put = (valid: Json, more: Json): Json => {
  return valid.TransactItems ? { TransactItems: [{ Put: { TableName, Item: Key, ...more } }] } : { ...valid, ...more };
};
/** Adds an expression in the action's member for expressions. */
const expressed = (valid: Json, expression: string): Json => {
  if (valid.ConsistentRead) return { ...valid, ProjectionExpression: expression };
  return put(valid, { [valid.Limit ? "FilterExpression" : "ConditionExpression"]: expression });
};

/** Creates a batch whose entries have these ids. */
const entries = (valid: Json, ids: string[]): Json => {
  const [first] = valid.Entries as Json[]; // of a valid batch
  return { ...valid, Entries: ids.map((Id) => ({ ...first, Id })) };
};

/**
 * Inputs derived from valid ones that break a rule about several members. `any` contains those that fit every action
 * with the rule.
 */
export const BROKEN: Readonly<Record<string, Breaks>> = {
  any: {
    "no empty expression": (valid) => expressed(valid, " "),
    "expressions of at most 4 KB": (valid) => expressed(valid, LONG),
    "placeholders of at most 255 bytes": (valid) =>
      put(valid, { ExpressionAttributeNames: { [`#${"n".repeat(255)}`]: "a" } }),
    "at most 100 operands of IN": (valid) => expressed(valid, `a IN (${":a,".repeat(100)}:a)`),
    "names of 1 to 65535 bytes": (valid) => put(valid, { Item: { ...Key, "": { S: "a" } } }),
    "at least one entry": (valid) => ({ ...valid, Entries: [] }),
    "at most ten entries": (valid) =>
      entries(
        valid,
        Array.from({ length: 11 }, (_, at) => `id${at}`),
      ),
    "entries with ids of 80 letters": (valid) => entries(valid, ["x".repeat(81)]),
    "entries with ids of their own": (valid) => entries(valid, ["a", "a"]),
    "a window that fits its mode": (valid) => windowOf(valid, "FLEXIBLE"),
    "an input of 1 byte to 256 KB": (valid) => ({
      ...valid,
      Target: { ...(valid.Target as Json), Input: "x".repeat(262_145) },
    }), // an object there
    "either a length or a kind of key": (valid) => ({ ...valid, KeySpec: "AES_128", NumberOfBytes: 16 }),
    "a Select that fits the rest": (valid) => ({ ...valid, Select: "SPECIFIC_ATTRIBUTES" }),
  },
  SendMessageBatch: {
    "at most 1 MB in a batch": (valid) => ({ ...valid, Entries: [{ Id: "a", MessageBody: "x".repeat(1_048_577) }] }),
  },
  PutEvents: {
    "entries of at most 256 KB in all": (valid) => ({ ...valid, Entries: [{ Detail: "x".repeat(262_145) }] }),
  },
  SendEmail: {
    "a plain mail": (valid) => ({ ...valid, EmailTags: [{ Name: "a", Value: "b" }] }),
    "addresses in ASCII": () => mailTo("josé@example.com"),
    "at most 50 recipients": () => mailTo(...Array.from({ length: 51 }, (_, n) => `a${n}@example.com`)),
    "a body": () => mailWith({ Body: {} }),
    "a subject of one line": () => mailWith({ Subject: utf8("a\r\nBcc: b@example.com") }),
    "texts in a known charset": () => mailWith({ Subject: { Data: "Olá", Charset: "UTF-9" } }),
    "at most 40 MB": () => mailWith({ Body: { Text: utf8("x".repeat(41_943_041)) } }),
  },
  DeleteItem: { "old values only": (valid) => ({ ...valid, ReturnValues: "ALL_NEW" }) },
  BatchWriteItem: { "one kind of request each": () => ({ RequestItems: { things: [{}] } }) },
  TransactWriteItems: { "one kind of write in an entry": () => ({ TransactItems: [{}] }) },
};
