import type { Json } from "../../local/aws/service/service.ts";

const Key = { pk: { S: "a" }, sk: { S: "1" } };
const TableName = "things";
const LONG = "a = :a OR ".repeat(410);

/** A valid input of each action that has rules of its own. */
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
  TagResource: { ResourceArn: "arn:aws:dynamodb:us-east-1:0:table/things", Tags: [{ Key: "k", Value: "" }] },
};

type Breaks = Readonly<Record<string, (valid: Json) => Json>>;

/** With other members, in a transaction in its first entry. */
const put = (valid: Json, more: Json): Json => {
  return valid.TransactItems ? { TransactItems: [{ Put: { TableName, Item: Key, ...more } }] } : { ...valid, ...more };
};
/** With an expression, in the member that the action has for one. */
const expressed = (valid: Json, expression: string): Json => {
  if (valid.ConsistentRead) return { ...valid, ProjectionExpression: expression };
  return put(valid, { [valid.Limit ? "FilterExpression" : "ConditionExpression"]: expression });
};

/** An input that breaks a rule about several members, from a valid one; `any`: of whichever action has the rule. */
export const BROKEN: Readonly<Record<string, Breaks>> = {
  any: {
    "no empty expression": (valid) => expressed(valid, " "),
    "expressions of at most 4 KB": (valid) => expressed(valid, LONG),
    "placeholders of at most 255 bytes": (valid) =>
      put(valid, { ExpressionAttributeNames: { [`#${"n".repeat(255)}`]: "a" } }),
    "at most 100 operands of IN": (valid) => expressed(valid, `a IN (${":a,".repeat(100)}:a)`),
    "names of 1 to 65535 bytes": (valid) => put(valid, { Item: { ...Key, "": { S: "a" } } }),
    "a Select that fits the rest": (valid) => ({ ...valid, Select: "SPECIFIC_ATTRIBUTES" }),
  },
  DeleteItem: { "old values only": (valid) => ({ ...valid, ReturnValues: "ALL_NEW" }) },
  BatchWriteItem: { "one kind of request each": () => ({ RequestItems: { things: [{}] } }) },
  TransactWriteItems: { "one kind of write in an entry": () => ({ TransactItems: [{}] }) },
};
