import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { TABLE } from "./support.ts";
import { WORDED_CASES } from "./worded-cases.ts";

type Value = NonNullable<ConstructorParameters<typeof PutItemCommand>[0]["Item"]>[string];
type Item = Record<string, Value>;

/** The outcome of a request: a response, or the name of its exception. */
export type Outcome = { answer: unknown } | { error: string; words?: string; reasons?: unknown };

/** An odd request that is sent to both the embedded table and Amazon's DynamoDB Local. */
export interface EdgeCase {
  what: string;
  run(db: DynamoDBClient): Promise<unknown>;
  /** True if DynamoDB accepts the request, otherwise the name of DynamoDB's exception. */
  expected: true | string;
  /** Whether both services also refuse the request in the same words. */
  inSameWords?: true;
  /** The service that responds differently from DynamoDB, and why. The other one responds as expected. */
  unlike?: { who: "DynamoDB Local" | "the embedded table"; why: string };
}

const S = (text: string): Value => ({ S: text });
const bytes = (count: number) => "x".repeat(count);
/** Returns a string of this many bytes, made of 3-byte characters. */
const wide = (count: number) => "€".repeat(count / 3);
const nested = (levels: number): Value =>
  Array.from({ length: levels }).reduce<Value>((inner) => ({ L: [inner] }), S("a"));

let made = 0;
const key = (): Item => ({ pk: S(`edge ${++made}`), sk: S("1") });
const put = (item: Item) => (db: DynamoDBClient) =>
  db.send(new PutItemCommand({ TableName: TABLE, Item: { ...key(), ...item } }));
const update = (before: Item, expression: string, values?: Item, names?: Record<string, string>) => {
  return async (db: DynamoDBClient) => {
    const at = key();
    await db.send(new PutItemCommand({ TableName: TABLE, Item: { ...at, ...before } }));
    const { Attributes } = await db.send(
      new UpdateItemCommand({
        TableName: TABLE,
        Key: at,
        UpdateExpression: expression,
        ...(values && { ExpressionAttributeValues: values }),
        ...(names && { ExpressionAttributeNames: names }),
        ReturnValues: "ALL_NEW",
      }),
    );
    const { pk: _pk, ...rest } = Attributes ?? {};
    return rest;
  };
};
const condition = (item: Item, expression: string, values?: Item) => async (db: DynamoDBClient) => {
  const at = key();
  await db.send(new PutItemCommand({ TableName: TABLE, Item: { ...at, ...item } }));
  await db.send(
    new PutItemCommand({
      TableName: TABLE,
      Item: at,
      ConditionExpression: expression,
      ...(values && { ExpressionAttributeValues: values }),
    }),
  );
};
const stored = (value: Value) => async (db: DynamoDBClient) => {
  const at = key();
  await db.send(new PutItemCommand({ TableName: TABLE, Item: { ...at, v: value } }));
  return (await db.send(new GetItemCommand({ TableName: TABLE, Key: at, ConsistentRead: true }))).Item?.v;
};
const transact = (items: Item[]) => async (db: DynamoDBClient) => {
  const TransactItems = items.map((item) => ({ Put: { TableName: TABLE, Item: { ...key(), ...item } } }));
  await db.send(new TransactWriteItemsCommand({ TransactItems }));
};
/** Stores items in a single partition and queries them. */
const queried =
  (sortKeys: string[], expression: string, values: Item, more: object = {}) =>
  async (db: DynamoDBClient) => {
    const pk = S(`query ${++made}`);
    for (const sk of sortKeys) await db.send(new PutItemCommand({ TableName: TABLE, Item: { pk, sk: S(sk) } }));
    const { Items, Count, ScannedCount, LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: TABLE,
        KeyConditionExpression: `pk = :pk AND ${expression}`,
        ExpressionAttributeValues: { ":pk": pk, ...values },
        ...more,
      }),
    );
    return { sks: Items?.map(({ sk }) => sk?.S), Count, ScannedCount, last: LastEvaluatedKey?.sk?.S };
  };
/** Stores `count` items of `each` bytes, and returns how many of them fit on a page. */
const page = (count: number, each: number) => async (db: DynamoDBClient) => {
  const pk = S(`page ${++made}`);
  for (let n = 0; n < count; n++) {
    const Item = { pk, sk: S(String(n)), v: S(bytes(each)) };
    await db.send(new PutItemCommand({ TableName: TABLE, Item }));
  }
  const { Count, LastEvaluatedKey } = await db.send(
    new QueryCommand({
      TableName: TABLE,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
    }),
  );
  return { Count, last: LastEvaluatedKey?.sk?.S };
};
const batch = (count: number, each: number) => async (db: DynamoDBClient) => {
  const Keys = Array.from({ length: count }, () => key());
  for (const at of Keys) await db.send(new PutItemCommand({ TableName: TABLE, Item: { ...at, v: S(bytes(each)) } }));
  const answer = await db.send(new BatchGetItemCommand({ RequestItems: { [TABLE]: { Keys } } }));
  return {
    found: answer.Responses?.[TABLE]?.length,
    left: answer.UnprocessedKeys?.[TABLE]?.Keys?.length ?? 0,
  };
};

const INVALID = "ValidationException";
const REFUSED = "ConditionalCheckFailedException";
/**
 * The number of bytes left for the value of `v` and for other attributes, in an item with the attribute `v` and a key
 * such as "edge 1000".
 */
const ROOM = 409_600 - 100;

export const EDGE_CASES: EdgeCase[] = [
  { what: "an item just below 400 KB", run: put({ v: S(bytes(ROOM)) }), expected: true },
  { what: "an item above 400 KB", run: put({ v: S(bytes(409_600)) }), expected: INVALID },
  { what: "an item above 400 KB in letters of three bytes", run: put({ v: S(wide(409_602)) }), expected: INVALID },
  { what: "an item just below 400 KB in letters of three bytes", run: put({ v: S(wide(409_500)) }), expected: true },
  {
    what: "an update that grows an item above 400 KB",
    run: update({ v: S(bytes(300_000)) }, "SET w = :w", { ":w": S(wide(120_000)) }),
    expected: INVALID,
  },
  { what: "a partition key of 2,048 bytes", run: put({ pk: S(bytes(2_048)) }), expected: true },
  { what: "a partition key of 2,049 bytes", run: put({ pk: S(bytes(2_049)) }), expected: INVALID },
  { what: "a partition key of 2,049 bytes in 683 letters", run: put({ pk: S(wide(2_049)) }), expected: INVALID },
  { what: "a sort key of 1,024 bytes", run: put({ sk: S(bytes(1_024)) }), expected: true },
  { what: "a sort key of 1,026 bytes in 342 letters", run: put({ sk: S(wide(1_026)) }), expected: INVALID },
  {
    what: "reading by a sort key of 1,026 bytes",
    run: (db) => db.send(new GetItemCommand({ TableName: TABLE, Key: { pk: S("a"), sk: S(wide(1_026)) } })),
    expected: INVALID,
  },
  {
    what: "an index's partition key of 2,049 bytes",
    run: put({ gsi1pk: S(bytes(2_049)), gsi1sk: S("1") }),
    expected: INVALID,
  },
  {
    what: "an index's sort key of 1,026 bytes in 342 letters",
    run: put({ gsi1pk: S("a"), gsi1sk: S(wide(1_026)) }),
    expected: INVALID,
  },
  {
    what: "an update that makes an index's sort key too long",
    run: update({ gsi1pk: S("a") }, "SET gsi1sk = :k", { ":k": S(wide(1_026)) }),
    expected: INVALID,
    unlike: { who: "DynamoDB Local", why: "It looks at the sizes of index keys when an item is put only." },
  },
  { what: "an empty partition key", run: put({ pk: S("") }), expected: INVALID },
  { what: "an empty sort key", run: put({ sk: S("") }), expected: INVALID },
  { what: "an empty index key", run: put({ gsi1pk: S(""), gsi1sk: S("1") }), expected: INVALID },
  {
    what: "an update to an empty index key",
    run: update({}, "SET gsi1pk = :k, gsi1sk = :k", { ":k": S("") }),
    expected: INVALID,
  },
  { what: "an index key of another type", run: put({ gsi1pk: { N: "1" }, gsi1sk: S("1") }), expected: INVALID },
  { what: "an empty text", run: stored(S("")), expected: true },
  { what: "an empty set", run: put({ v: { SS: [] } }), expected: INVALID },
  { what: "a set with a double", run: put({ v: { SS: ["a", "a"] } }), expected: INVALID },
  { what: "an empty list and an empty map", run: stored({ L: [{ M: {} }, { L: [] }] }), expected: true },
  { what: "31 lists in each other", run: put({ v: nested(31) }), expected: true },
  { what: "32 lists in each other", run: put({ v: nested(32) }), expected: INVALID },
  {
    what: "an update to 32 maps in each other",
    run: update({}, "SET v = :v", { ":v": nested(32) }),
    expected: INVALID,
  },
  { what: "a number of 38 digits", run: stored({ N: "12345678901234567890123456789012345678" }), expected: true },
  {
    what: "a number of 39 digits",
    run: put({ v: { N: "123456789012345678901234567890123456789" } }),
    expected: INVALID,
  },
  { what: "a number with zeros at both ends", run: stored({ N: "0012.3400" }), expected: true },
  { what: "a number with an exponent", run: stored({ N: "1.5e3" }), expected: true },
  { what: "the largest number", run: put({ v: { N: "9.9e125" } }), expected: true },
  { what: "a number that is too large", run: put({ v: { N: "1e126" } }), expected: INVALID },
  { what: "a number that is too small", run: put({ v: { N: "1e-131" } }), expected: INVALID },
  { what: "no number", run: put({ v: { N: "one" } }), expected: INVALID },
  {
    what: "a sum of many digits",
    run: update({ n: { N: "0.1" } }, "ADD n :n", { ":n": { N: "0.2" } }),
    expected: true,
  },
  {
    what: "a sum of more than 38 digits",
    run: update({ n: { N: "12345678901234567890123456789012345678" } }, "ADD n :n", { ":n": { N: "0.1" } }),
    expected: INVALID,
  },
  { what: "ADD to nothing", run: update({}, "ADD n :n", { ":n": { N: "5" } }), expected: true },
  { what: "ADD to a text", run: update({ n: S("a") }, "ADD n :n", { ":n": { N: "5" } }), expected: INVALID },
  {
    what: "SET of a value computed from what was there",
    run: update({ a: { N: "1" }, b: { N: "10" } }, "SET a = b, b = a + :n", { ":n": { N: "5" } }),
    expected: true,
  },
  {
    what: "SET of a value that is not there",
    run: update({}, "SET a = b", undefined),
    expected: INVALID,
  },
  {
    what: "REMOVE of several elements of a list",
    run: update({ l: { L: ["a", "b", "c", "d"].map(S) } }, "REMOVE l[0], l[2]"),
    expected: true,
  },
  {
    what: "SET behind a list's end",
    run: update({ l: { L: [S("a")] } }, "SET l[7] = :v", { ":v": S("b") }),
    expected: true,
  },
  { what: "SET in a map that is not there", run: update({}, "SET m.a = :v", { ":v": S("b") }), expected: INVALID },
  { what: "REMOVE in a map that is not there", run: update({}, "REMOVE m.a"), expected: INVALID },
  {
    what: "list_append and if_not_exists",
    run: update({ l: { L: [S("a")] } }, "SET l = list_append(l, :v), x = if_not_exists(x, :v)", {
      ":v": { L: [S("b")] },
    }),
    expected: true,
  },
  {
    what: "DELETE of a set's last element",
    run: update({ s: { SS: ["a"] } }, "DELETE s :s", { ":s": { SS: ["a"] } }),
    expected: true,
  },
  {
    what: "DELETE from a set that is not there",
    run: update({}, "DELETE s :s", { ":s": { SS: ["a"] } }),
    expected: true,
  },
  { what: "two changes of one attribute", run: update({}, "SET a = :v, a = :v", { ":v": S("a") }), expected: INVALID },
  { what: "a change of a key", run: update({}, "SET sk = :v", { ":v": S("a") }), expected: INVALID },
  { what: "a reserved word in an expression", run: update({}, "SET status = :v", { ":v": S("a") }), expected: INVALID },
  { what: "a value nobody uses", run: update({}, "REMOVE a", { ":v": S("a") }), expected: INVALID },
  { what: "an update that is no expression", run: update({}, "SET", undefined), expected: INVALID },
  { what: "a condition that holds", run: condition({ a: S("b") }, "a = :a", { ":a": S("b") }), expected: true },
  { what: "a comparison with an absent attribute", run: condition({}, "a <> :a", { ":a": S("b") }), expected: true },
  { what: "less than an absent attribute", run: condition({}, "a < :a", { ":a": S("b") }), expected: REFUSED },
  {
    what: "a comparison of two types",
    run: condition({ a: { N: "1" } }, "a < :a", { ":a": S("b") }),
    expected: REFUSED,
  },
  {
    what: "size of a text in letters",
    run: condition({ a: S("€") }, "size(a) = :n", { ":n": { N: "1" } }),
    expected: true,
  },
  {
    what: "texts are compared by their bytes",
    run: condition({ a: S("\u{1f600}") }, "a > :a", { ":a": S("\uffee") }),
    expected: true,
    unlike: {
      who: "the embedded table",
      why: "dynalite compares texts in conditions by UTF-16; keys are sorted by bytes.",
    },
  },
  {
    what: "BETWEEN with bounds in the wrong order",
    run: condition({ a: S("b") }, "a BETWEEN :b AND :a", { ":a": S("a"), ":b": S("c") }),
    expected: INVALID,
  },
  {
    what: "contains, begins_with, IN and NOT",
    run: condition(
      { a: S("hello"), s: { SS: ["x"] } },
      "contains(a, :e) AND begins_with(a, :h) AND contains(s, :x) AND a IN (:h, :hello) AND NOT a = :e",
      { ":e": S("e"), ":h": S("h"), ":x": S("x"), ":hello": S("hello") },
    ),
    expected: true,
  },
  { what: "redundant parentheses", run: condition({}, "((attribute_exists(pk)))"), expected: INVALID },
  {
    what: "sort keys in the order of their bytes",
    run: queried(["\u{1f600}", "\uffee", "Z", "a", "é"], "sk > :sk", { ":sk": S("!") }),
    expected: true,
  },
  {
    what: "a limit that is reached at the end",
    run: queried(["1", "2"], "sk > :sk", { ":sk": S("0") }, { Limit: 2 }),
    expected: true,
  },
  {
    what: "a prefix, backwards",
    run: queried(
      ["a", "ab", "ab\u{1f600}", "abc", "b"],
      "begins_with(sk, :sk)",
      { ":sk": S("ab") },
      { ScanIndexForward: false },
    ),
    expected: true,
  },
  {
    what: "a sort key with a NUL",
    run: queried(["a", "a\u0000", "a\u0000b"], "sk >= :sk", { ":sk": S("a\u0000") }),
    expected: true,
  },
  {
    what: "a range in the wrong order",
    run: queried(["1"], "sk BETWEEN :b AND :a", { ":a": S("1"), ":b": S("2") }),
    expected: INVALID,
  },
  {
    what: "a filter on a key",
    run: queried(["1"], "sk > :sk", { ":sk": S("0") }, { FilterExpression: "attribute_exists(sk)" }),
    expected: INVALID,
  },
  {
    what: "a filter that leaves nothing",
    run: queried(["1", "2"], "sk > :sk", { ":sk": S("0") }, { FilterExpression: "attribute_exists(v)" }),
    expected: true,
  },
  {
    what: "a start outside of the range",
    run: queried(["1"], "sk > :sk", { ":sk": S("5") }, { ExclusiveStartKey: { pk: S("another"), sk: S("1") } }),
    expected: INVALID,
  },
  {
    what: "a query of an index that is not there",
    run: queried(["1"], "sk > :sk", { ":sk": S("5") }, { IndexName: "none" }),
    expected: INVALID,
  },
  {
    what: "a consistent query of an index",
    run: (db) =>
      db.send(
        new QueryCommand({
          TableName: TABLE,
          IndexName: "due",
          ConsistentRead: true,
          KeyConditionExpression: "gsi1pk = :k",
          ExpressionAttributeValues: { ":k": S("a") },
        }),
      ),
    expected: INVALID,
  },
  {
    what: "a table that is not there",
    run: (db) => db.send(new ScanCommand({ TableName: "nothing" })),
    expected: "ResourceNotFoundException",
  },
  { what: "a page of a megabyte", run: page(5, 300_000), expected: true },
  { what: "a page of many small items", run: page(30, 50_000), expected: true },
  { what: "a batch of more than 16 MB", run: batch(45, 390_000), expected: true },
  {
    what: "a transaction of 3.9 MB",
    run: transact(Array.from({ length: 10 }, () => ({ v: S(bytes(390_000)) }))),
    expected: true,
  },
  {
    what: "a transaction above 4 MB",
    run: transact(Array.from({ length: 11 }, () => ({ v: S(bytes(390_000)) }))),
    expected: INVALID,
  },
  { what: "a transaction of 100 items", run: transact(Array.from({ length: 100 }, () => ({}))), expected: true },
  { what: "a transaction of 101 items", run: transact(Array.from({ length: 101 }, () => ({}))), expected: INVALID },
  {
    what: "a transaction with a key that is too long",
    run: transact([{}, { sk: S(wide(1_026)) }]),
    expected: "TransactionCanceledException",
  },
  {
    what: "a transaction with an empty key",
    run: transact([{}, { sk: S("") }]),
    expected: INVALID,
  },
  {
    what: "a transaction with a key of another type",
    run: transact([{}, { sk: { N: "1" } }]),
    expected: "TransactionCanceledException",
  },
  {
    what: "a transaction with an empty index key",
    run: transact([{}, { gsi1pk: S(""), gsi1sk: S("1") }]),
    expected: INVALID,
  },
  {
    what: "a transaction with an index key that is too long",
    run: transact([{}, { gsi1pk: S("a"), gsi1sk: S(wide(1_026)) }]),
    expected: INVALID,
  },
  { what: "a transaction with 32 lists in each other", run: transact([{}, { v: nested(32) }]), expected: INVALID },
  {
    what: "a transaction in a table that is not there",
    run: (db) => {
      const Put = { TableName: "nothing", Item: key() };
      return db.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] }));
    },
    expected: "ResourceNotFoundException",
  },
  {
    what: "a transaction with an item that is too large",
    run: transact([{}, { v: S(bytes(409_600)) }]),
    expected: INVALID,
  },
  {
    what: "a transaction with an update that is too large",
    run: async (db) => {
      const at = key();
      await db.send(new PutItemCommand({ TableName: TABLE, Item: { ...at, v: S(bytes(300_000)) } }));
      const Update = {
        TableName: TABLE,
        Key: at,
        UpdateExpression: "SET w = :w",
        ExpressionAttributeValues: { ":w": S(bytes(200_000)) },
      };
      await db.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }] }));
    },
    expected: "TransactionCanceledException",
  },
  {
    what: "a transaction whose check fails",
    run: (db) => {
      const ConditionCheck = { TableName: TABLE, Key: key(), ConditionExpression: "attribute_exists(pk)" };
      const Put = { TableName: TABLE, Item: key() };
      return db.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }, { ConditionCheck }] }));
    },
    expected: "TransactionCanceledException",
  },
  {
    what: "a transaction with one item twice",
    run: (db) => {
      const Put = { TableName: TABLE, Item: key() };
      return db.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }, { Put }] }));
    },
    expected: INVALID,
  },
  ...WORDED_CASES.map(({ what, run }) => ({ what, run, expected: INVALID, inSameWords: true as const })),
];

/** Sends a request. Connection details are removed from the response. */
export async function outcomeOf(db: DynamoDBClient, { run, inSameWords }: EdgeCase): Promise<Outcome> {
  try {
    const answer = await run(db);
    const { $metadata: _metadata, ...rest } = (answer ?? {}) as Record<string, unknown>; // an answer of the SDK, or our extract
    return { answer: rest };
  } catch (error) {
    const { name, message, CancellationReasons } = error as Error & { CancellationReasons?: { Code?: string }[] }; // the SDK's exceptions
    return {
      error: name,
      ...(inSameWords && { words: message }),
      ...(CancellationReasons && { reasons: CancellationReasons.map(({ Code }) => Code) }),
    };
  }
}
