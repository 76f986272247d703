import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";
import { TABLE } from "./support.ts";

type Run = (db: DynamoDBClient) => Promise<unknown>;

const TableName = TABLE;
const Key = { pk: { S: "worded" }, sk: { S: "1" } };
const VALUE = { ":a": { S: "x" } };
const long = (text: string, count: number, between: string) => Array.from({ length: count }, () => text).join(between);
/** Creates a placeholder of `length` bytes. */
const named = (mark: string, length: number) => `${mark}${"n".repeat(length - 1)}`;

const put = (more: Partial<PutItemCommandInput>): Run => {
  return (db) => db.send(new PutItemCommand({ TableName, Item: Key, ...more }));
};
const condition = (ConditionExpression: string) => put({ ConditionExpression, ExpressionAttributeValues: VALUE });
const update = (more: Partial<UpdateItemCommandInput>): Run => {
  return (db) => db.send(new UpdateItemCommand({ TableName, Key, ...more }));
};
const query = (more: Partial<QueryCommandInput>): Run => {
  const asked = { TableName, KeyConditionExpression: "pk = :a", ExpressionAttributeValues: VALUE };
  return (db) => db.send(new QueryCommand({ ...asked, ...more }));
};
const transact = (entry: TransactWriteItem): Run => {
  return (db) => db.send(new TransactWriteItemsCommand({ TransactItems: [entry] }));
};

const many = Array.from({ length: 101 }, (_, at) => `:v${at}`);

/** Invalid requests that DynamoDB Local and the embedded table refuse with the same wording. */
export const WORDED_CASES: readonly { what: string; run: Run }[] = [
  { what: "a condition above 4 KB", run: condition(long("a = :a", 411, " OR ")) },
  {
    what: "an update above 4 KB",
    run: update({ UpdateExpression: `SET ${long("attribute = :a", 300, ", ")}`, ExpressionAttributeValues: VALUE }),
  },
  { what: "a key condition above 4 KB", run: query({ KeyConditionExpression: `pk = :a${" ".repeat(4_096)}` }) },
  {
    what: "a projection above 4 KB",
    run: (db) => db.send(new GetItemCommand({ TableName, Key, ProjectionExpression: long("attribute", 400, ", ") })),
  },
  {
    what: "a condition above 4 KB in a transaction",
    run: transact({
      Put: {
        TableName,
        Item: Key,
        ConditionExpression: long("a = :a", 411, " OR "),
        ExpressionAttributeValues: VALUE,
      },
    }),
  },
  { what: "an empty condition", run: put({ ConditionExpression: "" }) },
  {
    what: "IN with 101 operands",
    run: put({
      ConditionExpression: `a IN (${many.join(", ")})`,
      ExpressionAttributeValues: Object.fromEntries(many.map((name) => [name, { S: "x" }])),
    }),
  },
  {
    what: "a placeholder for a name of 256 bytes",
    run: update({
      UpdateExpression: `SET ${named("#", 256)} = :a`,
      ExpressionAttributeNames: { [named("#", 256)]: "z" },
      ExpressionAttributeValues: VALUE,
    }),
  },
  {
    what: "a placeholder for a value of 256 bytes",
    run: update({
      UpdateExpression: `SET z = ${named(":", 256)}`,
      ExpressionAttributeValues: { [named(":", 256)]: { S: "x" } },
    }),
  },
  { what: "an item with an attribute without a name", run: put({ Item: { ...Key, "": { S: "a" } } }) },
  {
    what: "an item with a name of 65,536 bytes",
    run: put({ Item: { ...Key, ["v".repeat(65_536)]: { S: "a" } } }),
  },
  {
    what: "a transaction's entry of two kinds",
    run: transact({ Put: { TableName, Item: Key }, Delete: { TableName, Key } }),
  },
  { what: "a transaction's entry of no kind", run: transact({}) },
  {
    what: "a batch's entry of two kinds",
    run: (db) => {
      const entry = { PutRequest: { Item: Key }, DeleteRequest: { Key } };
      return db.send(new BatchWriteItemCommand({ RequestItems: { [TABLE]: [entry] } }));
    },
  },
  {
    what: "the new values of what is deleted",
    run: (db) => db.send(new DeleteItemCommand({ TableName, Key, ReturnValues: "ALL_NEW" })),
  },
  {
    what: "a projection of a query that counts",
    run: query({ Select: "COUNT", ProjectionExpression: "a" }),
  },
  {
    what: "a projection of a query for all attributes",
    run: query({ Select: "ALL_ATTRIBUTES", ProjectionExpression: "a" }),
  },
  { what: "a query for named attributes that names none", run: query({ Select: "SPECIFIC_ATTRIBUTES" }) },
  { what: "an index's attributes asked of a table", run: query({ Select: "ALL_PROJECTED_ATTRIBUTES" }) },
  {
    what: "an attribute that an index does not have",
    run: query({ IndexName: "due", KeyConditionExpression: "gsi1pk = :a", ProjectionExpression: "a" }),
  },
];
