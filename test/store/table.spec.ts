import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostDocuments } from "../../core/aws/document-client.ts";
import { dynamoTable } from "../../core/aws/dynamo-table.ts";
import {
  type Claim,
  ConditionFailed,
  INDEXES,
  type Item,
  type Range,
  type Table,
  TransactionRefused,
  type Write,
} from "../../core/store/table.ts";
import { startEmulators } from "../../local/aws/emulators.ts";
import { serviceSocket } from "../../local/aws/socket/service-socket.ts";
import { socketDocuments } from "../../local/aws/socket/socket-documents.ts";
import { MemoryTable } from "../support/memory-table.ts";
import { someWrites } from "../support/some-writes.ts";
import { runningClock } from "../support/test-clock.ts";

/**
 * Both tables run the same suite, because what the model test shows on the in-memory table must hold for the real one.
 */
interface Opened {
  table: Table;
  close(): Promise<void>;
}

async function openDynamo(byLine = false): Promise<Opened> {
  const emulators = await startEmulators({
    clock: runningClock(),
    dataDir: null,
    dynamodbUrl: process.env.DYNAMODB_URL,
  });
  const config = {
    endpoint: emulators.url,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  };
  const client = new DynamoDBClient(config);
  const indexes = Object.values(INDEXES);
  const schema = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: "HASH" as const },
    { AttributeName: sk, KeyType: "RANGE" as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: "contract",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk", ...indexes.flatMap(({ pk, sk }) => [pk, sk])].map((name) => ({
        AttributeName: name,
        AttributeType: "S",
      })),
      KeySchema: schema("pk", "sk"),
      GlobalSecondaryIndexes: indexes.map(({ name, pk, sk }) => ({
        IndexName: name,
        KeySchema: schema(pk, sk),
        Projection: { ProjectionType: "KEYS_ONLY" },
      })),
    }),
  );
  client.destroy();
  if (byLine) hostDocuments(() => socketDocuments(serviceSocket(emulators.line)));
  const table = dynamoTable("contract", config);
  hostDocuments(null);
  return {
    table,
    async close() {
      table.close();
      await emulators.stop();
    },
  };
}

const openMemory = async (): Promise<Opened> => ({ table: new MemoryTable(), close: async () => {} });

describe.each([
  { name: "the memory table", open: openMemory },
  { name: "the table on DynamoDB", open: () => openDynamo() },
  { name: "the table on DynamoDB, by the line of one machine's processes", open: () => openDynamo(true) },
])("$name", ({ open }) => {
  let opened: Opened;
  let table: Table;
  let partitions = 0;
  /** Returns a different partition for each test. */
  const partition = () => `P#${++partitions}`;

  beforeAll(async () => {
    opened = await open();
    table = opened.table;
  });
  afterAll(() => opened.close());

  const refusal = async (write: Write) => {
    const error = await table.write(write).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(ConditionFailed);
    return (error as ConditionFailed).item; // asserted right above
  };

  describe("single writes", () => {
    it("put replaces the whole item and answers null; undefined fields are not stored", async () => {
      const key = { pk: partition(), sk: "a" };
      expect(await table.write({ put: { ...key, x: 1, gone: undefined, list: ["b", { c: null }] } })).toBeNull();
      expect(await table.get(key)).toEqual({ ...key, x: 1, list: ["b", { c: null }] });
      await table.write({ put: { ...key, y: 2 } });
      expect(await table.get(key)).toEqual({ ...key, y: 2 });
    });

    it("update makes the item when it is absent, sets, adds from 0, removes, and answers the new item", async () => {
      const key = { pk: partition(), sk: "a" };
      const made = await table.write({ update: key, set: { x: "1", held: { Q: "z" } }, add: { n: 2 } });
      expect(made).toEqual({ ...key, x: "1", held: { Q: "z" }, n: 2 });
      const changed = await table.write({ update: key, set: { held: {} }, add: { n: -3 }, remove: ["x", "never"] });
      expect(changed).toEqual({ ...key, held: {}, n: -1 });
    });

    it("an update that only removes makes an empty item of an absent one", async () => {
      const key = { pk: partition(), sk: "a" };
      expect(await table.write({ update: key, remove: ["x"] })).toEqual(key);
      expect(await table.get(key)).toEqual(key);
    });

    it("delete of an absent item is fine; of one that is there, final", async () => {
      const key = { pk: partition(), sk: "a" };
      expect(await table.write({ delete: key })).toBeNull();
      await table.write({ put: key });
      await table.write({ delete: key, if: [{ item: "exists" }] });
      expect(await table.get(key)).toBeNull();
    });

    it("a refused write changes nothing and shows what stood there", async () => {
      const key = { pk: partition(), sk: "a" };
      expect(await refusal({ delete: key, if: [{ item: "exists" }] })).toBeNull();
      await table.write({ put: { ...key, n: 1, held: { Q: "z" } } });
      const stored = { ...key, n: 1, held: { Q: "z" } };
      expect(await refusal({ put: { ...key, n: 2 }, if: [{ item: "absent" }] })).toEqual(stored);
      const wrong: Claim[] = [{ field: "n", op: "=", value: 2 }];
      expect(await refusal({ update: key, add: { n: 1 }, if: wrong })).toEqual(stored);
      expect(await refusal({ delete: key, if: wrong })).toEqual(stored);
      expect(await table.get(key)).toEqual(stored);
    });
  });

  describe("claims", () => {
    const item = { s: "m", n: 5, yes: true };
    it.each<{ claims: Claim[]; onItem: boolean; onNothing: boolean }>([
      { claims: [], onItem: true, onNothing: true },
      { claims: [{ item: "exists" }], onItem: true, onNothing: false },
      { claims: [{ item: "absent" }], onItem: false, onNothing: true },
      { claims: [{ field: "s", is: "present" }], onItem: true, onNothing: false },
      { claims: [{ field: "s", is: "missing" }], onItem: false, onNothing: true },
      { claims: [{ field: "other", is: "missing" }], onItem: true, onNothing: true },
      { claims: [{ field: "s", op: "=", value: "m" }], onItem: true, onNothing: false },
      { claims: [{ field: "yes", op: "=", value: true }], onItem: true, onNothing: false },
      { claims: [{ field: "yes", op: "=", value: false }], onItem: false, onNothing: false },
      { claims: [{ field: "s", op: "<>", value: "m" }], onItem: false, onNothing: false },
      { claims: [{ field: "s", op: "<>", value: "x" }], onItem: true, onNothing: false },
      { claims: [{ field: "other", op: "<>", value: "x" }], onItem: false, onNothing: false },
      { claims: [{ field: "s", op: "<", value: "n" }], onItem: true, onNothing: false },
      { claims: [{ field: "s", op: "<", value: "m" }], onItem: false, onNothing: false },
      { claims: [{ field: "s", op: "<=", value: "m" }], onItem: true, onNothing: false },
      { claims: [{ field: "n", op: ">", value: 4 }], onItem: true, onNothing: false },
      { claims: [{ field: "n", op: ">", value: 5 }], onItem: false, onNothing: false },
      { claims: [{ field: "n", op: ">=", value: 5 }], onItem: true, onNothing: false },
      { claims: [{ field: "n", op: "<", value: 10 }], onItem: true, onNothing: false },
      { claims: [{ field: "n", op: "<", value: "9" }], onItem: false, onNothing: false },
      { claims: [{ field: "n", op: "=", value: "5" }], onItem: false, onNothing: false },
      {
        claims: [
          { field: "n", op: "=", value: 5 },
          { field: "s", op: "=", value: "x" },
        ],
        onItem: false,
        onNothing: false,
      },
      {
        claims: [
          { item: "exists" },
          { anyOf: [[{ field: "run", is: "present" }], [{ field: "s", op: "<>", value: "x" }]] },
        ],
        onItem: true,
        onNothing: false,
      },
      {
        claims: [{ anyOf: [[{ field: "run", is: "missing" }], [{ field: "until", op: "<", value: "x" }]] }],
        onItem: true,
        onNothing: true,
      },
      {
        claims: [
          { field: "n", op: "=", value: 5 },
          {
            anyOf: [
              [{ field: "s", op: "=", value: "x" }],
              [
                { field: "s", op: "=", value: "m" },
                { field: "yes", op: "=", value: false },
              ],
            ],
          },
        ],
        onItem: false,
        onNothing: false,
      },
    ])("$claims: $onItem of an item, $onNothing of nothing", async ({ claims, onItem, onNothing }) => {
      const pk = partition();
      await table.write({ put: { pk, sk: "item", ...item } });
      const isHeld = async (sk: string) =>
        table.transact([{ put: { pk, sk: `by ${sk}` } }, ...checkOf({ pk, sk }, claims)]).then(
          () => true,
          () => false,
        );
      expect([await isHeld("item"), await isHeld("nothing")]).toEqual([onItem, onNothing]);
    });
  });

  describe("transactions", () => {
    it("take effect whole, over partitions", async () => {
      const [a, b] = [
        { pk: partition(), sk: "a" },
        { pk: partition(), sk: "b" },
      ];
      await table.write({ put: a });
      await table.transact([
        { delete: a, if: [{ item: "exists" }] },
        { put: { ...b, n: 1 }, if: [{ item: "absent" }] },
        { update: { pk: b.pk, sk: "c" }, add: { n: 1 } },
        { check: { pk: b.pk, sk: "d" }, if: [{ item: "absent" }] },
      ]);
      expect(await table.getMany([a, b, { pk: b.pk, sk: "c" }])).toHaveLength(2);
    });

    it("refused, change nothing and say which claims failed and what stood there", async () => {
      const pk = partition();
      await table.write({ put: { pk, sk: "there", n: 1 } });
      const error = await table
        .transact([
          { put: { pk, sk: "new" }, if: [{ item: "absent" }] },
          { update: { pk, sk: "there" }, set: { n: 2 }, if: [{ field: "n", op: "=", value: 7 }] },
          { check: { pk, sk: "nothing" }, if: [{ item: "exists" }] },
        ])
        .catch((problem: unknown) => problem);
      expect(error).toBeInstanceOf(TransactionRefused);
      expect((error as TransactionRefused).failed).toEqual([undefined, { pk, sk: "there", n: 1 }, null]); // asserted above
      expect((await table.query({ pk, limit: 10 })).items).toEqual([{ pk, sk: "there", n: 1 }]);
    });

    const key = { pk: "UNSOUND", sk: "a" };
    const puts = (count: number, pk: string) =>
      someWrites(Array.from({ length: count }, (_, n) => ({ put: { pk, sk: `${n}` } })));
    it.each<{ title: string; ask: () => Promise<void>; words: RegExp }>([
      {
        title: "of nothing",
        // @ts-expect-error the type refuses it, too
        ask: () => table.transact([]),
        words: /Value '\[\]' at 'transactItems' .*greater than or equal to 1$/,
      },
      {
        title: "of 101 writes",
        ask: () => table.transact(puts(101, key.pk)),
        words: /at 'transactItems' .*less than or equal to 100$/s,
      },
      {
        title: "that touches an item twice",
        ask: () => table.transact([{ put: key }, { delete: key }]),
        words: /^Transaction request cannot include multiple operations on one item$/,
      },
    ])("$title is refused as DynamoDB does it, and changes nothing", async ({ ask, words }) => {
      const refused = await ask().catch((problem: unknown) => problem);
      expect(refused).toMatchObject({ name: "ValidationException", message: expect.stringMatching(words) });
      expect((await table.query({ pk: key.pk, limit: 1 })).items).toEqual([]);
    });

    it("of 100 writes go", async () => {
      const pk = partition();
      await table.transact(puts(100, pk));
      expect((await table.query({ pk, limit: 200 })).items).toHaveLength(100);
    });

    it("that race on one counter all count", async () => {
      const pk = partition();
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          table.transact([{ update: { pk, sk: "count" }, add: { n: 1 } }, { put: { pk, sk: `by ${n}` } }]),
        ),
      );
      expect(await table.get({ pk, sk: "count" })).toMatchObject({ n: 20 });
    });

    it("of which only one may win, have one winner", async () => {
      const key = { pk: partition(), sk: "lock" };
      const tries = Array.from({ length: 10 }, (_, n) =>
        table.write({ put: { ...key, n }, if: [{ item: "absent" }] }).then(
          () => true,
          () => false,
        ),
      );
      expect((await Promise.all(tries)).filter((won) => won)).toHaveLength(1);
    });
  });

  describe("ranges", () => {
    const rows = ["A#1", "A#2", "A#3", "B#1", "HEAD"];
    const filled = async () => {
      const pk = partition();
      for (const sk of rows) await table.write({ put: { pk, sk } });
      return pk;
    };

    it.each<{ range: Partial<Range>; found: string[] }>([
      { range: {}, found: rows },
      { range: { descending: true }, found: [...rows].reverse() },
      { range: { prefix: "A#" }, found: ["A#1", "A#2", "A#3"] },
      { range: { prefix: "A#", after: "A#1" }, found: ["A#2", "A#3"] },
      { range: { prefix: "A#", from: "A#2" }, found: ["A#2", "A#3"] },
      { range: { prefix: "A#", before: "A#3" }, found: ["A#1", "A#2"] },
      { range: { prefix: "A#", to: "A#2", descending: true }, found: ["A#2", "A#1"] },
      { range: { prefix: "A#", after: "A#1", before: "A#3" }, found: ["A#2"] },
      { range: { after: "A#3" }, found: ["B#1", "HEAD"] },
      { range: { from: "A#3" }, found: ["A#3", "B#1", "HEAD"] },
      { range: { before: "A#2" }, found: ["A#1"] },
      { range: { to: "A#2" }, found: ["A#1", "A#2"] },
      { range: { from: "A#2", to: "B#1" }, found: ["A#2", "A#3", "B#1"] },
      { range: { after: "A#2", before: "HEAD" }, found: ["A#3", "B#1"] },
      { range: { from: "A#15", before: "A#3" }, found: ["A#2"] },
      { range: { from: "A#3", before: "A#2" }, found: [] },
      { range: { after: "A#3", before: "A#3" }, found: [] },
      { range: { after: "A#3", to: "A#1", descending: true }, found: [] },
      { range: { prefix: "A#", after: "HEAD" }, found: [] },
    ])("$range", async ({ range, found }) => {
      const pk = await filled();
      const { items, more } = await table.query({ pk, limit: 100, ...range });
      expect(items.map(({ sk }) => sk)).toEqual(found);
      expect(more).toBe(false);
    });

    it("are read page by page", async () => {
      const pk = await filled();
      const first = await table.query({ pk, limit: 2 });
      expect([first.items.map(({ sk }) => sk), first.more]).toEqual([["A#1", "A#2"], true]);
      expect(await allOf(table, { pk, limit: 2 })).toEqual(rows);
    });
  });

  describe("the index of the sweep", () => {
    it("shows keys and index attributes of the items that have them, in the order of its own key", async () => {
      const pk = partition();
      const due = (sk: string) => ({ gsi1pk: `WAKE#${pk}`, gsi1sk: sk });
      await table.write({ put: { pk, sk: "late", ...due("3"), other: "field" } });
      await table.write({ put: { pk, sk: "early", ...due("1") } });
      await table.write({ put: { pk, sk: "outside" } });
      await table.write({ put: { pk, sk: "leaves", ...due("2") } });
      await table.write({ update: { pk, sk: "leaves" }, remove: ["gsi1pk", "gsi1sk"] });
      await table.write({ put: { pk, sk: "moves", ...due("0") } });
      await table.write({ update: { pk, sk: "moves" }, set: due("4") });

      const { items } = await table.query({ index: "due", pk: `WAKE#${pk}`, limit: 10 });
      expect(items).toEqual([
        { pk, sk: "early", ...due("1") },
        { pk, sk: "late", ...due("3") },
        { pk, sk: "moves", ...due("4") },
      ]);
      const before = await table.query({ index: "due", pk: `WAKE#${pk}`, before: "3", limit: 10 });
      expect(before.items.map(({ sk }) => sk)).toEqual(["early"]);
    });
  });
});

it("the memory table's index lags as far as it is told to", async () => {
  let now = 0;
  let lagMs = 0;
  const table = new MemoryTable({ now: () => now, indexLagMs: () => lagMs });
  const shown = async () => (await table.query({ index: "due", pk: "W", limit: 5 })).items.length;
  now = 10_000;
  await table.write({ put: { pk: "a", sk: "a", gsi1pk: "W", gsi1sk: "1" } });
  expect(await shown()).toBe(1);
  lagMs = 1;
  expect(await shown()).toBe(0);
  now = 20_000;
  await table.write({ delete: { pk: "a", sk: "a" } });
  expect(await shown()).toBe(1);
  lagMs = 0;
  expect(await shown()).toBe(0);
});

it("the memory table's hook can fail an operation before it takes effect, and after", async () => {
  const table = new MemoryTable();
  const failing = (when: "before" | "after") =>
    table.withHook((_operation, phase) => {
      if (phase === when) throw new Error("cut off");
    });
  await expect(failing("before").write({ put: { pk: "a", sk: "1" } })).rejects.toThrow("cut off");
  await expect(failing("after").write({ put: { pk: "a", sk: "2" } })).rejects.toThrow("cut off");
  expect(table.all()).toEqual([{ pk: "a", sk: "2" }]);
});

/** Creates a check of an item's claims, or no writes if there are no claims. */
function checkOf(check: { pk: string; sk: string }, claims: Claim[]): Write[] {
  return claims.length === 0 ? [] : [{ check, if: claims }];
}

async function allOf(table: Table, range: Range): Promise<string[]> {
  const found: Item[] = [];
  for (let page = await table.query(range); ; page = await table.query({ ...range, after: found.at(-1)?.sk ?? "" })) {
    found.push(...page.items);
    if (!page.more) return found.map(({ sk }) => sk);
  }
}
