import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { createThings, startAws, TABLE } from "./support.ts";

async function startTable() {
  const started = await startAws();
  await createThings(started.dynamo);
  return started;
}

const put = (sk: string, n: number, condition?: string) => ({
  Put: {
    TableName: TABLE,
    Item: { pk: "a", sk, n, gsi1pk: "L", gsi1sk: sk },
    ...(condition && { ConditionExpression: condition, ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const }),
  },
});

const transact = (documents: DynamoDBDocumentClient, TransactItems: TransactWriteCommandInput["TransactItems"]) =>
  documents.send(new TransactWriteCommand({ TransactItems }));

async function read(documents: DynamoDBDocumentClient, sk: string) {
  return (await documents.send(new GetCommand({ TableName: TABLE, Key: { pk: "a", sk } }))).Item;
}

test("a transaction puts, updates, deletes and checks in one", async () => {
  const { documents } = await startTable();
  await transact(documents, [put("1", 1), put("2", 2), put("3", 3)]);
  await transact(documents, [
    {
      Update: {
        TableName: TABLE,
        Key: { pk: "a", sk: "1" },
        UpdateExpression: "ADD n :ten",
        ExpressionAttributeValues: { ":ten": 10 },
      },
    },
    { Delete: { TableName: TABLE, Key: { pk: "a", sk: "2" } } },
    {
      ConditionCheck: {
        TableName: TABLE,
        Key: { pk: "a", sk: "3" },
        ConditionExpression: "n = :three",
        ExpressionAttributeValues: { ":three": 3 },
      },
    },
    put("4", 4),
  ]);
  expect((await read(documents, "1"))?.n).toBe(11);
  expect(await read(documents, "2")).toBeUndefined();
  expect((await read(documents, "4"))?.n).toBe(4);
  const index = await documents.send(
    new QueryCommand({
      TableName: TABLE,
      IndexName: "due",
      KeyConditionExpression: "gsi1pk = :l",
      ExpressionAttributeValues: { ":l": "L" },
    }),
  );
  expect(index.Items?.map((item) => item.sk)).toEqual(["1", "3", "4"]);
});

test("a refused transaction changes nothing and says for each item why, with what stood there", async () => {
  const { documents } = await startTable();
  await transact(documents, [put("1", 1)]);
  const error = await transact(documents, [
    put("9", 9),
    put("1", 2, "attribute_not_exists(pk)"),
    {
      ConditionCheck: {
        TableName: TABLE,
        Key: { pk: "a", sk: "nothing" },
        ConditionExpression: "attribute_exists(pk)",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      },
    },
  ]).catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(TransactionCanceledException);
  expect(error).toMatchObject({
    message: expect.stringContaining("[None, ConditionalCheckFailed, ConditionalCheckFailed]"),
    CancellationReasons: [
      { Code: "None" },
      { Code: "ConditionalCheckFailed", Item: { sk: { S: "1" }, n: { N: "1" } } },
      { Code: "ConditionalCheckFailed" },
    ],
  });
  expect(error).not.toHaveProperty("CancellationReasons.2.Item");
  expect(await read(documents, "9")).toBeUndefined();
  expect((await read(documents, "1"))?.n).toBe(1);
});

test("an update that cannot be computed cancels the transaction", async () => {
  const { documents } = await startTable();
  await transact(documents, [put("1", 1)]);
  const error = await transact(documents, [
    put("2", 2),
    {
      Update: {
        TableName: TABLE,
        Key: { pk: "a", sk: "1" },
        UpdateExpression: "SET n = nowhere + :one",
        ExpressionAttributeValues: { ":one": 1 },
      },
    },
  ]).catch((refused: unknown) => refused);
  expect(error).toMatchObject({ CancellationReasons: [{ Code: "None" }, { Code: "ValidationError" }] });
  expect(await read(documents, "2")).toBeUndefined();
});

test("a transaction that names one item twice, or has no items, is invalid", async () => {
  const { documents } = await startTable();
  await expect(transact(documents, [put("1", 1), put("1", 2)])).rejects.toMatchObject({
    name: "ValidationException",
    message: "Transaction request cannot include multiple operations on one item",
  });
  await expect(transact(documents, [])).rejects.toMatchObject({ name: "ValidationException" });
  const many = Array.from({ length: 101 }, (_, i) => put(String(i), i));
  await expect(transact(documents, many)).rejects.toMatchObject({ name: "ValidationException" });
});

test("the same request token is applied once, and refused for another request", async () => {
  const { documents } = await startTable();
  const add = (n: number) =>
    documents.send(
      new TransactWriteCommand({
        ClientRequestToken: "token-1",
        TransactItems: [
          {
            Update: {
              TableName: TABLE,
              Key: { pk: "a", sk: "1" },
              UpdateExpression: "ADD n :n",
              ExpressionAttributeValues: { ":n": n },
            },
          },
        ],
      }),
    );
  await Promise.all([add(1), add(1)]);
  await add(1);
  expect((await read(documents, "1"))?.n).toBe(1);
  await expect(add(2)).rejects.toMatchObject({ name: "IdempotentParameterMismatchException" });
});

test("what reads several items sees all of a transaction or nothing of it", async () => {
  const { documents } = await startTable();
  const Keys = ["1", "2"].map((sk) => ({ pk: "a", sk }));
  const seen: unknown[][] = [];
  const write = async () => {
    for (let n = 1; n <= 30; n++) await transact(documents, [put("1", n), put("2", n)]);
  };
  let writing = true;
  const read = async () => {
    while (writing) {
      const { Responses } = await documents.send(
        new BatchGetCommand({ RequestItems: { [TABLE]: { Keys, ConsistentRead: true } } }),
      );
      seen.push((Responses?.[TABLE] ?? []).map(({ n }) => n));
    }
  };
  await Promise.all([write().finally(() => (writing = false)), read(), read()]);
  expect(seen.length).toBeGreaterThan(10);
  expect(seen.filter(([one, other]) => one !== other)).toEqual([]);
});

test("transactions on the same items wait for each other instead of failing", async () => {
  const { documents } = await startTable();
  const add = (sk: string) => ({
    Update: {
      TableName: TABLE,
      Key: { pk: "a", sk },
      UpdateExpression: "ADD n :one",
      ExpressionAttributeValues: { ":one": 1 },
    },
  });
  await Promise.all(Array.from({ length: 100 }, () => transact(documents, [add("x"), add("y")])));
  expect([(await read(documents, "x"))?.n, (await read(documents, "y"))?.n]).toEqual([100, 100]);
});
