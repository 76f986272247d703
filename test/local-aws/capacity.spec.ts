import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { itemBytes, readUnits, writeUnits } from "../../local/aws/dynamo/capacity.ts";
import type { AwsCall } from "../../local/aws/service/service.ts";
import { createThings, startAws, TABLE } from "./support.ts";

/** Item sizes as documented by AWS in "DynamoDB item sizes and formats". */
const SIZES: [what: string, item: Record<string, unknown>, bytes: number][] = [
  ["an empty item", {}, 0],
  ["a name and a text", { ab: { S: "cde" } }, 5],
  ["UTF-8 counts in bytes, of name and text", { é: { S: "ñ€" } }, 2 + 2 + 3],
  ["an empty text is its name", { name: { S: "" } }, 4],
  ["two digits share a byte", { n: { N: "1234" } }, 1 + 2 + 1],
  ["an odd digit has one of its own", { n: { N: "12345" } }, 1 + 3 + 1],
  ["leading and trailing zeros are not stored", { n: { N: "0012000" } }, 1 + 1 + 1],
  ["a fraction's digits count", { n: { N: "1.25" } }, 1 + 2 + 1],
  ["a minus takes a byte", { n: { N: "-12" } }, 1 + 1 + 1 + 1],
  ["zero takes one byte", { n: { N: "0" } }, 1 + 1],
  ["a binary is its bytes", { b: { B: Buffer.alloc(7).toString("base64") } }, 1 + 7],
  ["null takes one byte", { x: { NULL: true } }, 2],
  ["a boolean takes one byte", { x: { BOOL: false } }, 2],
  ["an empty list takes three", { l: { L: [] } }, 1 + 3],
  ["a list's elements take one more each", { l: { L: [{ S: "ab" }, { BOOL: true }] } }, 1 + 3 + (1 + 2) + (1 + 1)],
  ["a map counts its names", { m: { M: { ab: { S: "c" } } } }, 1 + 3 + 1 + 2 + 1],
  ["a set is the sum of its elements", { s: { SS: ["ab", "cde"] } }, 1 + 5],
  ["a set of numbers", { s: { NS: ["12", "345"] } }, 1 + 2 + 3],
  ["a set of binaries", { s: { BS: [Buffer.alloc(3).toString("base64")] } }, 1 + 3],
];

/** Creates an item of exactly `bytes` bytes. */
const ofBytes = (bytes: number) => ({ a: { S: "x".repeat(bytes - 1) } });

const WRITES: [what: string, before: unknown, after: unknown, units: number][] = [
  ["a write costs at least one", undefined, ofBytes(2), 1],
  ["1 KB is one", undefined, ofBytes(1_024), 1],
  ["a byte more is two", undefined, ofBytes(1_025), 2],
  ["the larger of both counts: growing", ofBytes(10), ofBytes(3_000), 3],
  ["the larger of both counts: shrinking", ofBytes(3_000), ofBytes(10), 3],
  ["a removal costs what was there", ofBytes(2_500), undefined, 3],
  ["removing nothing costs one", undefined, undefined, 1],
];

const READS: [what: string, bytes: number, isConsistent: boolean, units: number][] = [
  ["4 KB read consistently are one", 4_096, true, 1],
  ["a byte more is two", 4_097, true, 2],
  ["eventually consistent is half", 4_097, false, 1],
  ["finding nothing costs the least", 0, true, 1],
  ["finding nothing, eventually consistent", 0, false, 0.5],
];

describe("capacity as DynamoDB bills it", () => {
  it.each(SIZES)("sizes: %s", (_what, item, bytes) => expect(itemBytes(item)).toBe(bytes));
  it.each(WRITES)("write units: %s", (_what, before, after, units) => expect(writeUnits(before, after)).toBe(units));
  it.each(READS)("read units: %s", (_what, bytes, isConsistent, units) =>
    expect(readUnits(bytes, isConsistent)).toBe(units),
  );
});

/** Starts emulators with their table and counts the units that each request consumes. */
async function counted() {
  const calls: AwsCall[] = [];
  const aws = await startAws({ watch: (call) => calls.push(call) });
  await createThings(aws.dynamo);
  calls.length = 0;
  const total = (kind: "read" | "write", index: string | null) =>
    calls
      .flatMap(({ uses }) => uses)
      .filter((use) => use.kind === kind && use.index === index)
      .reduce((sum, { units }) => sum + units, 0);
  return {
    ...aws,
    /** Returns the units that `work` consumes, including those of a refused request. */
    async of(work: Promise<unknown>) {
      await work.catch((error: Error) => {
        if (!/Conditional|Cancel/.test(error.name)) throw error;
      });
      const units = {
        read: total("read", null),
        write: total("write", null),
        index: total("write", "due"),
        indexRead: total("read", "due"),
      };
      calls.length = 0;
      return units;
    },
  };
}

const NONE = { read: 0, write: 0, index: 0, indexRead: 0 };
const KEY = { pk: "a", sk: "1" };
const large = "x".repeat(1_500);

describe("what a request consumes", () => {
  it("is one write for a small item, and one for each index entry that comes, goes or changes", async () => {
    const { of, documents: db } = await counted();
    const put = (item: object) => db.send(new PutCommand({ TableName: TABLE, Item: { ...KEY, ...item } }));
    expect(await of(put({}))).toEqual({ ...NONE, write: 1 });
    expect(await of(put({ gsi1pk: "p", gsi1sk: "1" }))).toEqual({ ...NONE, write: 1, index: 1 });
    expect(await of(put({ gsi1pk: "p", gsi1sk: "1", other: large }))).toEqual({ ...NONE, write: 2, index: 0 });
    expect(await of(put({ gsi1pk: "p", gsi1sk: "2" }))).toEqual({ ...NONE, write: 2, index: 2 });
    const removed = db.send(new UpdateCommand({ TableName: TABLE, Key: KEY, UpdateExpression: "REMOVE gsi1sk" }));
    expect(await of(removed)).toEqual({ ...NONE, write: 1, index: 1 });
    expect(await of(db.send(new DeleteCommand({ TableName: TABLE, Key: KEY })))).toEqual({ ...NONE, write: 1 });
  });

  it("is the same for a write that is refused: the size of what stands there, no index", async () => {
    const { of, documents: db } = await counted();
    const put = (item: object) =>
      db.send(
        new PutCommand({
          TableName: TABLE,
          Item: { ...KEY, ...item },
          ConditionExpression: "attribute_not_exists(pk)",
        }),
      );
    expect(await of(put({ other: large }))).toEqual({ ...NONE, write: 2 });
    expect(await of(put({ gsi1pk: "p", gsi1sk: "1" }))).toEqual({ ...NONE, write: 2 });
    const absent = db.send(
      new DeleteCommand({
        TableName: TABLE,
        Key: { pk: "a", sk: "none" },
        ConditionExpression: "attribute_exists(pk)",
      }),
    );
    expect(await of(absent)).toEqual({ ...NONE, write: 1 });
  });

  it("is double in a transaction, for checks too, but not for index entries", async () => {
    const { of, documents: db } = await counted();
    const transact = (...items: object[]) => db.send(new TransactWriteCommand({ TransactItems: items }));
    const Put = (sk: string, item: object) => ({ Put: { TableName: TABLE, Item: { pk: "a", sk, ...item } } });
    const check = (sk: string, exists: boolean) => ({
      ConditionCheck: {
        TableName: TABLE,
        Key: { pk: "a", sk },
        ConditionExpression: `attribute_${exists ? "exists" : "not_exists"}(pk)`,
      },
    });
    const first = transact(Put("1", {}), Put("2", { other: large }), Put("3", { gsi1pk: "p", gsi1sk: "1" }));
    expect(await of(first)).toEqual({ ...NONE, write: 2 + 4 + 2, index: 1 });
    expect(await of(transact(check("1", true), check("9", false)))).toEqual({ ...NONE, write: 4 });
    // The transaction is canceled, so each entry costs as much as the item already stored, and no index is written.
    const cancelled = transact(check("1", false), Put("2", {}), Put("4", { gsi1pk: "p", gsi1sk: "1" }));
    expect(await of(cancelled)).toEqual({ ...NONE, write: 2 + 4 + 2 });
  });

  it("is, for reads, rounded up for each item, and for a query for all it read", async () => {
    const { of, documents: db } = await counted();
    const item = (sk: string, size: number) => ({ pk: "a", sk, gsi1pk: "p", gsi1sk: sk, other: "x".repeat(size) });
    for (const sk of ["1", "2", "3"]) await db.send(new PutCommand({ TableName: TABLE, Item: item(sk, 1_500) }));
    await of(Promise.resolve());
    const get = (sk: string, ConsistentRead: boolean) =>
      db.send(new GetCommand({ TableName: TABLE, Key: { pk: "a", sk }, ConsistentRead }));
    expect(await of(get("1", true))).toEqual({ ...NONE, read: 1 });
    expect(await of(get("1", false))).toEqual({ ...NONE, read: 0.5 });
    expect(await of(get("none", true))).toEqual({ ...NONE, read: 1 });
    const Keys = ["1", "2", "none"].map((sk) => ({ pk: "a", sk }));
    const batch = db.send(new BatchGetCommand({ RequestItems: { [TABLE]: { Keys, ConsistentRead: true } } }));
    expect(await of(batch)).toEqual({ ...NONE, read: 3 });
    const query = (more: object) =>
      db.send(
        new QueryCommand({
          TableName: TABLE,
          KeyConditionExpression: "#pk = :pk",
          ExpressionAttributeNames: { "#pk": "pk" },
          ExpressionAttributeValues: { ":pk": "a" },
          ...more,
        }),
      );
    expect(await of(query({ ConsistentRead: true }))).toEqual({ ...NONE, read: 2 });
    expect(await of(query({ ConsistentRead: true, Limit: 1 }))).toEqual({ ...NONE, read: 1 });
    const index = { IndexName: "due", ExpressionAttributeNames: { "#pk": "gsi1pk" } };
    const keysOnly = query({ ...index, ExpressionAttributeValues: { ":pk": "p" } });
    expect(await of(keysOnly)).toEqual({ ...NONE, indexRead: 0.5 });
  });

  it("names the partition that a query reads", async () => {
    const calls: AwsCall[] = [];
    const { dynamo, documents: db } = await startAws({ watch: (call) => calls.push(call) });
    await createThings(dynamo);
    await db.send(
      new QueryCommand({
        TableName: TABLE,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
        ExpressionAttributeValues: { ":pk": "a", ":sk": "b" },
      }),
    );
    expect(calls.at(-1)).toMatchObject({ action: "Query", uses: [{ pk: "a", sk: "", units: 0.5 }] });
  });

  it("counts an index that carries attributes when one of them changes", async () => {
    const calls: AwsCall[] = [];
    const { dynamo, documents: db } = await startAws({ watch: (call) => calls.push(call) });
    const key = (name: string, KeyType: "HASH" | "RANGE") => ({ AttributeName: name, KeyType });
    await dynamo.send(
      new CreateTableCommand({
        TableName: TABLE,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: ["pk", "sk", "g"].map((name) => ({ AttributeName: name, AttributeType: "S" as const })),
        KeySchema: [key("pk", "HASH"), key("sk", "RANGE")],
        GlobalSecondaryIndexes: [
          {
            IndexName: "carrying",
            KeySchema: [key("g", "HASH")],
            Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["carried"] },
          },
        ],
      }),
    );
    const put = (item: object) => db.send(new PutCommand({ TableName: TABLE, Item: { ...KEY, g: "1", ...item } }));
    const indexWrites = () => calls.at(-1)?.uses.filter(({ index }) => index === "carrying").length;
    await put({ carried: "a" });
    expect(indexWrites()).toBe(1);
    await put({ carried: "b" });
    expect(indexWrites()).toBe(1);
    await put({ carried: "b", other: 1 });
    expect(indexWrites()).toBe(0);
  });
});
