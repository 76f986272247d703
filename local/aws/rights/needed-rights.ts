import { isObject } from "../service/input.ts";
import { ACCOUNT, REGION } from "../service/names.ts";
import type { Json } from "../service/service.ts";
import type { NeededRight } from "./statements.ts";

type Needs = (input: Json) => NeededRight[];

const arn = (service: string, rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * A gateway has a single table. A restored table has a different name, but its deployment's roles are created for that
 * name.
 */
const TABLE = "table/gateway";

/** The ARN of the table's stream. */
export const STREAM_ARN = arn("dynamodb", `${TABLE}/stream/1`);

/** The id of the API for the event stream's WebSockets. */
export const SOCKETS_API = "local-stream";

/** Returns the right to perform an action on one of the WebSocket API's connections. */
const connection = (method: string): Needs => {
  return ({ ConnectionId }) => [
    {
      action: "execute-api:ManageConnections",
      resource: arn("execute-api", `${SOCKETS_API}/live/${method}/@connections/${text(ConnectionId)}`),
      context: {},
    },
  ];
};

/** Returns the partition key of an item or key in wire form, as a list. */
const leading = (item: unknown): string[] => {
  const pk = isObject(item) && isObject(item.pk) ? item.pk.S : undefined;
  return typeof pk === "string" ? [pk] : [];
};

function onItem(action: string, item: unknown): NeededRight {
  return {
    action: `dynamodb:${action}`,
    resource: arn("dynamodb", TABLE),
    context: { "dynamodb:LeadingKeys": leading(item) },
  };
}

/** Returns the value that a key condition compares the partition key with, as a list. */
function queried(input: Json): string[] {
  const [, name = "", value = ""] = /^\s*\(?\s*(#?\w+)\s*=\s*(:\w+)/.exec(text(input.KeyConditionExpression)) ?? [];
  const names = isObject(input.ExpressionAttributeNames) ? input.ExpressionAttributeNames : {};
  const values = isObject(input.ExpressionAttributeValues) ? input.ExpressionAttributeValues : {};
  const held = values[value];
  return (names[name] ?? name) === "pk" && isObject(held) && typeof held.S === "string" ? [held.S] : [];
}

const TRANSACTED: Readonly<Record<string, string>> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
  Get: "GetItem",
};

const transacted: Needs = (input) =>
  list(input.TransactItems).flatMap((member) =>
    Object.entries(member).map(([kind, of]) => {
      const { Key, Item } = isObject(of) ? of : {};
      return onItem(TRANSACTED[kind] ?? kind, Key ?? Item);
    }),
  );

const queue = (action: string): Needs => {
  return ({ QueueUrl }) => [
    {
      action: `sqs:${action}`,
      resource: arn("sqs", text(QueueUrl).split("/").pop() ?? "").replace(":queue/", ":"),
      context: {},
    },
  ];
};

const key = (action: string): Needs => {
  return ({ KeyId, EncryptionContext }) => [
    {
      action: `kms:${action}`,
      // Decrypt requests may omit the key, because the ciphertext identifies it. The emulation has only one key.
      resource: arn("kms", `key/${text(KeyId).split("/").pop()}`),
      context: Object.fromEntries(
        Object.entries(isObject(EncryptionContext) ? EncryptionContext : {}).map(([name, value]) => [
          `kms:EncryptionContext:${name}`,
          [text(value)],
        ]),
      ),
    },
  ];
};

const schedule = ({ GroupName, Name, Target }: Json): NeededRight[] => {
  const role = isObject(Target) ? text(Target.RoleArn) : "";
  return [
    {
      action: "scheduler:CreateSchedule",
      resource: arn("scheduler", `schedule/${text(GroupName) || "default"}/${text(Name)}`),
      context: {},
    },
    { action: "iam:PassRole", resource: role, context: { "iam:PassedToService": ["scheduler.amazonaws.com"] } },
  ];
};

/**
 * Returns the rights to a table's settings, for actions whose input contains the table's name. This may be the name of
 * a restored table.
 */
const table = (action: string): Needs => {
  return ({ TableName }) => [
    { action: `dynamodb:${action}`, resource: arn("dynamodb", `table/${text(TableName)}`), context: {} },
  ];
};
/** Returns the rights for actions whose input contains the table's ARN. */
const tagged = (action: string): Needs => {
  return ({ ResourceArn }) => [{ action: `dynamodb:${action}`, resource: text(ResourceArn), context: {} }];
};

/** The rights that each action needs, according to AWS's service authorization reference. */
const NEEDS: Readonly<Record<string, Needs>> = {
  GetItem: ({ Key }) => [onItem("GetItem", Key)],
  PutItem: ({ Item }) => [onItem("PutItem", Item)],
  UpdateItem: ({ Key }) => [onItem("UpdateItem", Key)],
  DeleteItem: ({ Key }) => [onItem("DeleteItem", Key)],
  BatchGetItem: ({ RequestItems }) =>
    Object.values(isObject(RequestItems) ? RequestItems : {}).flatMap((of) =>
      list(isObject(of) ? of.Keys : []).map((item) => onItem("BatchGetItem", item)),
    ),
  Query: (input) => {
    const index = text(input.IndexName);
    const resource = arn("dynamodb", `${TABLE}${index === "" ? "" : `/index/${index}`}`);
    return [{ action: "dynamodb:Query", resource, context: { "dynamodb:LeadingKeys": queried(input) } }];
  },
  TransactWriteItems: transacted,
  TransactGetItems: transacted,
  DescribeTable: table("DescribeTable"),
  DescribeTimeToLive: table("DescribeTimeToLive"),
  DescribeContinuousBackups: table("DescribeContinuousBackups"),
  UpdateTable: table("UpdateTable"),
  UpdateTimeToLive: table("UpdateTimeToLive"),
  UpdateContinuousBackups: table("UpdateContinuousBackups"),
  ListTagsOfResource: tagged("ListTagsOfResource"),
  TagResource: tagged("TagResource"),
  SendMessage: queue("SendMessage"),
  SendMessageBatch: queue("SendMessage"),
  ReceiveMessage: queue("ReceiveMessage"),
  DeleteMessage: queue("DeleteMessage"),
  DeleteMessageBatch: queue("DeleteMessage"),
  ChangeMessageVisibility: queue("ChangeMessageVisibility"),
  ChangeMessageVisibilityBatch: queue("ChangeMessageVisibility"),
  GetQueueAttributes: queue("GetQueueAttributes"),
  GetQueueUrl: ({ QueueName }) => [{ action: "sqs:GetQueueUrl", resource: arn("sqs", text(QueueName)), context: {} }],
  ListQueues: () => [{ action: "sqs:ListQueues", resource: "*", context: {} }],
  PutEvents: ({ Entries }) =>
    [...new Set(list(Entries).map(({ EventBusName }) => text(EventBusName)))].map((bus) => ({
      action: "events:PutEvents",
      resource: arn("events", `event-bus/${bus.split("/").pop()}`),
      context: {},
    })),
  PostToConnection: connection("POST"),
  GetConnection: connection("GET"),
  DeleteConnection: connection("DELETE"),
  Decrypt: key("Decrypt"),
  GenerateDataKey: key("GenerateDataKey"),
  Encrypt: key("Encrypt"),
  CreateSchedule: schedule,
  // The identity can also be the address's domain, if that domain is verified.
  SendEmail: ({ FromEmailAddress: from }) => [
    {
      action: "ses:SendEmail",
      resource: arn("ses", `identity/${text(from)}`),
      context: { "ses:FromAddress": [text(from)] },
    },
  ],
};

/**
 * Returns the rights that a request needs, with the values of the condition keys used in our policies. An action that
 * isn't in the table needs a right named after it, which no role has, so it is refused.
 */
export function neededRights(action: string, input: Json): NeededRight[] {
  return NEEDS[action]?.(input) ?? [{ action: `unknown:${action}`, resource: "*", context: {} }];
}

const FILE_ACTIONS: Readonly<Record<string, string>> = {
  PutObject: "PutObject",
  CreateMultipartUpload: "PutObject",
  UploadPart: "PutObject",
  CompleteMultipartUpload: "PutObject",
  AbortMultipartUpload: "AbortMultipartUpload",
  GetObject: "GetObject",
  HeadObject: "GetObject",
  DeleteObject: "DeleteObject",
  ListObjectsV2: "ListBucket",
  HeadBucket: "ListBucket",
};

/**
 * Returns the right required by a request for a file. @param place the bucket, and the key if the request contains one.
 */
export function neededForFile(action: string, { bucket, key: of }: { bucket: string; key: string }): NeededRight {
  const right = FILE_ACTIONS[action];
  const resource = `arn:aws:s3:::${bucket}${of === "" ? "" : `/${of}`}`;
  return { action: right === undefined ? `unknown:${action}` : `s3:${right}`, resource, context: {} };
}

/**
 * Returns the right that a function's role must have, in addition to those for its requests, so that Lambda can receive
 * messages from a queue.
 */
export const TO_POLL = (queueArn: string): NeededRight => ({
  action: "sqs:GetQueueAttributes",
  resource: queueArn,
  context: {},
});

/**
 * The rights needed to follow the table's stream. They are listed explicitly because no requests are made to follow the
 * embedded stream.
 */
export const TO_FOLLOW: readonly NeededRight[] = [
  "DescribeStream",
  "GetShardIterator",
  "GetRecords",
  "ListStreams",
].map((action) => ({ action: `dynamodb:${action}`, resource: STREAM_ARN, context: {} }));
