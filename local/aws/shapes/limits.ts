/** A limit of one member. Lengths count characters of texts, bytes of base64, and entries of lists; values are numbers. */
export interface Limit {
  /** `Entries.*.Detail`; `*` is each entry of a list or map. */
  member: string;
  length?: readonly [least: number, most: number];
  value?: readonly [least: number, most: number];
  pattern?: RegExp;
  isBytes?: true;
  oneOf?: readonly string[];
}

const EXPRESSION = [1, 4_096] as const;
const TABLE_NAME: Limit = { member: "TableName", length: [1, 1_024] };
const KEY_ID: Limit = { member: "KeyId", length: [1, 2_048] };
const SCHEDULE_NAME = /^[0-9a-zA-Z-_.]+$/;
const BATCH: readonly Limit[] = [
  { member: "Entries", length: [1, 10] },
  { member: "Entries.*.Id", length: [1, 80], pattern: /^[\w-]+$/ },
];

const WRITE: readonly Limit[] = [
  TABLE_NAME,
  { member: "ConditionExpression", length: EXPRESSION },
  { member: "UpdateExpression", length: EXPRESSION },
  { member: "ReturnConsumedCapacity", oneOf: ["INDEXES", "TOTAL", "NONE"] },
  { member: "ReturnValuesOnConditionCheckFailure", oneOf: ["ALL_OLD", "NONE"] },
];

/**
 * The limits of the members that we send, by action: the schemas that ship with the SDK have none. From the API references
 * of Amazon DynamoDB, SQS, EventBridge, EventBridge Scheduler and AWS KMS, each action's "Request Parameters", and, for the
 * length of expressions, "Quotas in Amazon DynamoDB".
 * NOTE: written down from memory of these pages; not compared with them line by line yet.
 */
export const LIMITS: Readonly<Record<string, readonly Limit[]>> = {
  GetItem: [TABLE_NAME, { member: "ProjectionExpression", length: EXPRESSION }],
  PutItem: [...WRITE, { member: "ReturnValues", oneOf: ["NONE", "ALL_OLD"] }],
  DeleteItem: [...WRITE, { member: "ReturnValues", oneOf: ["NONE", "ALL_OLD"] }],
  UpdateItem: [
    ...WRITE,
    { member: "ReturnValues", oneOf: ["NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"] },
  ],
  Query: [
    TABLE_NAME,
    { member: "IndexName", length: [3, 255], pattern: /^[a-zA-Z0-9_.-]+$/ },
    { member: "KeyConditionExpression", length: EXPRESSION },
    { member: "FilterExpression", length: EXPRESSION },
    { member: "Limit", value: [1, Number.MAX_SAFE_INTEGER] },
  ],
  BatchGetItem: [
    { member: "RequestItems", length: [1, 100] },
    { member: "RequestItems.*.Keys", length: [1, 100] },
  ],
  BatchWriteItem: [
    { member: "RequestItems", length: [1, 25] },
    { member: "RequestItems.*", length: [1, 25] },
  ],
  TransactWriteItems: [
    { member: "TransactItems", length: [1, 100] },
    { member: "ClientRequestToken", length: [1, 36] },
    { member: "TransactItems.*.*.ConditionExpression", length: EXPRESSION },
    { member: "TransactItems.*.*.UpdateExpression", length: EXPRESSION },
  ],
  TransactGetItems: [{ member: "TransactItems", length: [1, 100] }],
  SendMessage: [{ member: "DelaySeconds", value: [0, 900] }],
  SendMessageBatch: [...BATCH, { member: "Entries.*.DelaySeconds", value: [0, 900] }],
  DeleteMessageBatch: BATCH,
  ChangeMessageVisibility: [{ member: "VisibilityTimeout", value: [0, 43_200] }],
  ChangeMessageVisibilityBatch: [...BATCH, { member: "Entries.*.VisibilityTimeout", value: [0, 43_200] }],
  ReceiveMessage: [
    { member: "MaxNumberOfMessages", value: [1, 10] },
    { member: "WaitTimeSeconds", value: [0, 20] },
    { member: "VisibilityTimeout", value: [0, 43_200] },
  ],
  PutEvents: [{ member: "Entries", length: [1, 10] }],
  CreateSchedule: [
    { member: "Name", length: [1, 64], pattern: SCHEDULE_NAME },
    { member: "GroupName", length: [1, 64], pattern: SCHEDULE_NAME },
    { member: "ClientToken", length: [1, 64], pattern: /^[a-zA-Z0-9-_]+$/ },
    { member: "Description", length: [0, 512] },
    { member: "ScheduleExpression", length: [1, 256] },
    { member: "ScheduleExpressionTimezone", length: [1, 50] },
    { member: "Target.Arn", length: [1, 1_600] },
    { member: "Target.RoleArn", length: [1, 1_600], pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/ },
    { member: "Target.Input", length: [1, 262_144] },
    { member: "FlexibleTimeWindow.MaximumWindowInMinutes", value: [1, 1_440] },
  ],
  CreateScheduleGroup: [{ member: "Name", length: [1, 64], pattern: SCHEDULE_NAME }],
  GenerateDataKey: [
    KEY_ID,
    { member: "KeySpec", oneOf: ["AES_256", "AES_128"] },
    { member: "NumberOfBytes", value: [1, 1_024] },
  ],
  Encrypt: [KEY_ID, { member: "Plaintext", length: [1, 4_096], isBytes: true }],
  Decrypt: [KEY_ID, { member: "CiphertextBlob", length: [1, 6_144], isBytes: true }],
};

/** Members of which a request may have one. From the same pages. */
export const ONE_OF_TWO: Readonly<Record<string, readonly [string, string]>> = {
  GenerateDataKey: ["KeySpec", "NumberOfBytes"],
};
