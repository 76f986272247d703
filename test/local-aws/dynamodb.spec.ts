import {
  ConditionalCheckFailedException,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { after, createThings, startAws, TABLE } from "./support.ts";

async function startTable() {
  const started = await startAws();
  await createThings(started.dynamo);
  return started;
}

test("a new table is ready at once, and making it again is refused", async () => {
  const { dynamo } = await startAws();
  const created = await createThings(dynamo);
  expect(created.TableDescription?.TableStatus).toBe("ACTIVE");
  const described = await dynamo.send(new DescribeTableCommand({ TableName: TABLE }));
  expect(described.Table?.TableStatus).toBe("ACTIVE");
  expect(described.Table?.GlobalSecondaryIndexes?.[0]?.IndexStatus).toBe("ACTIVE");
  await expect(createThings(dynamo)).rejects.toThrow(ResourceInUseException);
  await expect(dynamo.send(new DescribeTableCommand({ TableName: "other" }))).rejects.toThrow(
    ResourceNotFoundException,
  );
});

test("items are put, updated, read and deleted", async () => {
  const { documents } = await startTable();
  const Key = { pk: "a", sk: "1" };
  await documents.send(new PutCommand({ TableName: TABLE, Item: { ...Key, list: [1, "two"], n: 1 } }));
  const updated = await documents.send(
    new UpdateCommand({
      TableName: TABLE,
      Key,
      UpdateExpression: "SET #t = :t ADD n :one REMOVE #l",
      ExpressionAttributeNames: { "#t": "text", "#l": "list" },
      ExpressionAttributeValues: { ":t": "hello", ":one": 1 },
      ReturnValues: "ALL_NEW",
    }),
  );
  expect(updated.Attributes).toEqual({ ...Key, n: 2, text: "hello" });
  const read = await documents.send(new GetCommand({ TableName: TABLE, Key, ConsistentRead: true }));
  expect(read.Item).toEqual({ ...Key, n: 2, text: "hello" });
  await documents.send(new DeleteCommand({ TableName: TABLE, Key }));
  expect((await documents.send(new GetCommand({ TableName: TABLE, Key }))).Item).toBeUndefined();
});

test("a refused condition carries the item that stood there, when asked for", async () => {
  const { documents } = await startTable();
  const Item = { pk: "a", sk: "1", n: 1 };
  await documents.send(new PutCommand({ TableName: TABLE, Item }));
  const again = { TableName: TABLE, Item: { ...Item, n: 2 }, ConditionExpression: "attribute_not_exists(pk)" };
  const silent = await documents.send(new PutCommand(again)).catch((error: unknown) => error);
  expect(silent).toBeInstanceOf(ConditionalCheckFailedException);
  expect(silent).not.toHaveProperty("Item.n");
  const telling = await documents
    .send(new PutCommand({ ...again, ReturnValuesOnConditionCheckFailure: "ALL_OLD" }))
    .catch((error: unknown) => error);
  expect(telling).toMatchObject({ Item: { pk: { S: "a" }, sk: { S: "1" }, n: { N: "1" } } });
  const update = await documents
    .send(
      new UpdateCommand({
        TableName: TABLE,
        Key: { pk: "a", sk: "1" },
        UpdateExpression: "SET n = :two",
        ConditionExpression: "n = :two",
        ExpressionAttributeValues: { ":two": 2 },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    )
    .catch((error: unknown) => error);
  expect(update).toMatchObject({ name: "ConditionalCheckFailedException", Item: { n: { N: "1" } } });
});

test("a keys-only index follows the items", async () => {
  const { documents } = await startTable();
  const query = async () => {
    const answer = await documents.send(
      new QueryCommand({
        TableName: TABLE,
        IndexName: "due",
        KeyConditionExpression: "gsi1pk = :lane AND gsi1sk <= :now",
        ExpressionAttributeValues: { ":lane": "L", ":now": "5" },
      }),
    );
    return answer.Items;
  };
  for (const n of [3, 1, 7]) {
    const Item = { pk: "a", sk: String(n), gsi1pk: "L", gsi1sk: String(n), text: "not in the index" };
    await documents.send(new PutCommand({ TableName: TABLE, Item }));
  }
  await documents.send(new PutCommand({ TableName: TABLE, Item: { pk: "a", sk: "0" } }));
  expect(await query()).toEqual([
    { pk: "a", sk: "1", gsi1pk: "L", gsi1sk: "1" },
    { pk: "a", sk: "3", gsi1pk: "L", gsi1sk: "3" },
  ]);
  await documents.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: { pk: "a", sk: "1" },
      UpdateExpression: "REMOVE gsi1pk, gsi1sk",
    }),
  );
  await documents.send(new DeleteCommand({ TableName: TABLE, Key: { pk: "a", sk: "3" } }));
  expect(await query()).toEqual([]);
});

test("a query goes through a range in both directions, page by page", async () => {
  const { documents } = await startTable();
  const puts = Array.from({ length: 9 }, (_, i) => ({ PutRequest: { Item: { pk: "a", sk: `r${i}` } } }));
  await documents.send(new BatchWriteCommand({ RequestItems: { [TABLE]: puts } }));
  const page = (forward: boolean, start?: Record<string, unknown>) =>
    documents.send(
      new QueryCommand({
        TableName: TABLE,
        KeyConditionExpression: "pk = :a AND begins_with(sk, :r)",
        ExpressionAttributeValues: { ":a": "a", ":r": "r" },
        ScanIndexForward: forward,
        ConsistentRead: true,
        Limit: 4,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
  const names = (items: Record<string, unknown>[] = []) => items.map((item) => item.sk);
  const first = await page(true);
  const second = await page(true, first.LastEvaluatedKey);
  const third = await page(true, second.LastEvaluatedKey);
  expect([first, second, third].flatMap(({ Items }) => names(Items))).toEqual(puts.map((_, i) => `r${i}`));
  expect(third.LastEvaluatedKey).toBeUndefined();
  expect(names((await page(false)).Items)).toEqual(["r8", "r7", "r6", "r5"]);
});

test("a batch read finds what exists", async () => {
  const { documents } = await startTable();
  await documents.send(new PutCommand({ TableName: TABLE, Item: { pk: "a", sk: "1", n: 5 } }));
  const Keys = ["1", "2"].map((sk) => ({ pk: "a", sk }));
  const answer = await documents.send(new BatchGetCommand({ RequestItems: { [TABLE]: { Keys } } }));
  expect(answer.Responses?.[TABLE]).toEqual([{ pk: "a", sk: "1", n: 5 }]);
});

test("counters that many writers add to at once lose nothing", async () => {
  const { documents } = await startTable();
  const Key = { pk: "a", sk: "count" };
  const add = () =>
    documents.send(
      new UpdateCommand({
        TableName: TABLE,
        Key,
        UpdateExpression: "ADD n :one",
        ExpressionAttributeValues: { ":one": 1 },
      }),
    );
  await Promise.all(Array.from({ length: 100 }, add));
  expect((await documents.send(new GetCommand({ TableName: TABLE, Key }))).Item?.n).toBe(100);
});

test("items past their time are removed once the clock has passed it, and others stay", async () => {
  const { dynamo, documents, clock } = await startTable();
  const seconds = (ms: number) => Math.floor(after(clock, ms).getTime() / 1_000);
  // One item exists before the setting is changed. The others are added afterwards.
  await documents.send(new PutCommand({ TableName: TABLE, Item: { pk: "a", sk: "early", ttl: seconds(3_600_000) } }));
  const setting = { TableName: TABLE, TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true } };
  await dynamo.send(new UpdateTimeToLiveCommand(setting));
  await dynamo.send(new UpdateTimeToLiveCommand(setting));
  const described = await dynamo.send(new DescribeTimeToLiveCommand({ TableName: TABLE }));
  expect(described.TimeToLiveDescription).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "ttl" });
  const items = [
    { pk: "a", sk: "soon", ttl: seconds(3_600_000), gsi1pk: "L", gsi1sk: "1" },
    { pk: "a", sk: "late", ttl: seconds(7_200_000) },
    { pk: "a", sk: "put off", ttl: seconds(3_600_000) },
    { pk: "a", sk: "never" },
    { pk: "a", sk: "not a time", ttl: "soon" },
  ];
  for (const Item of items) await documents.send(new PutCommand({ TableName: TABLE, Item }));
  await documents.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: { pk: "a", sk: "put off" },
      UpdateExpression: "SET #t = :t",
      ExpressionAttributeNames: { "#t": "ttl" },
      ExpressionAttributeValues: { ":t": seconds(7_200_000) },
    }),
  );
  const scan = async (index?: string) => {
    const answer = await documents.send(new ScanCommand({ TableName: TABLE, ...(index && { IndexName: index }) }));
    return (answer.Items ?? []).map((item) => item.sk).sort();
  };
  expect(await scan()).toHaveLength(6);
  clock.moveTo(after(clock, 3_700_000));
  await expect.poll(() => scan()).toEqual(["late", "never", "not a time", "put off"]);
  expect(await scan("due")).toEqual([]);
});
