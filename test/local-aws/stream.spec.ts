import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ConditionalCheckFailedException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, onTestFinished, test } from "vitest";
import { BUS_MARKERS } from "../../core/contracts/bus-events.ts";
import { busNotice } from "../../core/records/bus-notice.ts";
import { keys } from "../../core/store/keys.ts";
import type { StreamRecord } from "../../local/aws/dynamo/stream.ts";
import type { Json } from "../../local/aws/service/service.ts";
import { followForBus } from "../../local/system/bus-forwarding.ts";
import { readSettings } from "../../local/system/settings.ts";
import { readStream, type StreamHandler } from "../../local/system/stream-reader.ts";
import { clientsOf, createThings, startAws, TABLE, temporaryFolder } from "./support.ts";

const NEW_IN_A = { eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: ["a"] } } } };

async function startFollowed(patterns: Json[] = [NEW_IN_A], dataDir: string | null = null) {
  const started = await startAws({ dataDir });
  await createThings(started.dynamo);
  await started.aws.stream.follow(TABLE, patterns);
  const put = (sk: string, pk = "a") => started.documents.send(new PutCommand({ TableName: TABLE, Item: { pk, sk } }));
  return { ...started, put, stream: started.aws.stream };
}

/** Starts a reader that is stopped after the test. */
function reading(stream: Parameters<typeof readStream>[0]["stream"], handler: StreamHandler, batchSize = 10) {
  const reader = readStream({ stream, batchSize, handler, warn: () => {} });
  onTestFinished(() => reader.stop(1_000));
  return reader;
}

const sortKeys = (records: StreamRecord[]) => records.map(({ dynamodb }) => String(dynamodb.Keys.sk?.S));
const placesOf = ({ Records }: { Records: StreamRecord[] }) => sortKeys(Records);

describe("a followed table", () => {
  test("tells of each new item that fits, with its key and all of it in wire form, in the order of the commits", async () => {
    const { documents, stream, put } = await startFollowed();
    const Item = { pk: "a", sk: "1", n: 1, bytes: Buffer.from("pack") };
    await documents.send(new PutCommand({ TableName: TABLE, Item }));
    await put("0");
    await documents.send(
      new TransactWriteCommand({
        TransactItems: ["3", "2"].map((sk) => ({ Put: { TableName: TABLE, Item: { pk: "a", sk } } })),
      }),
    );

    const records = await stream.next(10);
    expect(sortKeys(records).slice(0, 2)).toEqual(["1", "0"]);
    // A transaction's items are in no particular order.
    expect(sortKeys(records).slice(2).sort()).toEqual(["2", "3"]);
    expect(records[0]).toMatchObject({
      eventName: "INSERT",
      dynamodb: {
        Keys: { pk: { S: "a" }, sk: { S: "1" } },
        NewImage: {
          pk: { S: "a" },
          sk: { S: "1" },
          n: { N: "1" },
          bytes: { B: Buffer.from("pack").toString("base64") },
        },
      },
    });
    const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    expect(numbers).toEqual([...new Set(numbers)].sort());
  });

  test("does not tell of other items, of changes and ends, nor of what was refused or only looked at", async () => {
    const { documents, stream, put } = await startFollowed();
    await put("1");
    await put("1");
    await put("1", "b");
    const Key = { pk: "a", sk: "1" };
    const set = { UpdateExpression: "SET n = :n", ExpressionAttributeValues: { ":n": 1 } };
    await documents.send(new UpdateCommand({ TableName: TABLE, Key, ...set }));
    await documents.send(new DeleteCommand({ TableName: TABLE, Key }));
    const absent = { ConditionExpression: "attribute_exists(pk)" };
    const Item = { pk: "a", sk: "2" };
    const refused = documents.send(new PutCommand({ TableName: TABLE, Item, ...absent }));
    await expect(refused).rejects.toThrow(ConditionalCheckFailedException);
    const both = [{ Put: { TableName: TABLE, Item } }, { ConditionCheck: { TableName: TABLE, Key, ...absent } }];
    const cancelled = documents.send(new TransactWriteCommand({ TransactItems: both }));
    await expect(cancelled).rejects.toThrow(TransactionCanceledException);

    expect(sortKeys(await stream.next(10))).toEqual(["1"]);
    expect(stream.waiting()).toBe(1);
  });

  test("tells of changes and ends too when the pattern asks for them", async () => {
    const { documents, stream, put } = await startFollowed([{ eventName: ["MODIFY", "REMOVE"] }]);
    await put("1");
    const Key = { pk: "a", sk: "1" };
    const set = { UpdateExpression: "SET n = :n", ExpressionAttributeValues: { ":n": 1 } };
    await documents.send(new UpdateCommand({ TableName: TABLE, Key, ...set }));
    await documents.send(new DeleteCommand({ TableName: TABLE, Key }));

    const records = await stream.next(10);
    expect(records.map(({ eventName }) => eventName)).toEqual(["MODIFY", "REMOVE"]);
    expect(records[0]?.dynamodb.NewImage).toMatchObject({ n: { N: "1" } });
    expect(records[1]?.dynamodb).not.toHaveProperty("NewImage");
  });

  test("that nobody follows keeps nothing", async () => {
    const { dynamo, documents, aws } = await startAws();
    await createThings(dynamo);
    await documents.send(new PutCommand({ TableName: TABLE, Item: { pk: "a", sk: "1" } }));
    expect(aws.stream.waiting()).toBe(0);
    expect(await aws.stream.next(10)).toEqual([]);
  });
});

describe("what a gateway follows for its bus", () => {
  const stored = async (eventsToBus: boolean) => {
    const { documents, dynamo, aws } = await startAws();
    await createThings(dynamo);
    const settings = { ...readSettings({}), eventsToBus };
    await followForBus(aws.stream, { TABLE_NAME: TABLE }, { settings, runtimes: undefined });
    const now = new Date("2026-11-20T09:30:00Z");
    const notice = busNotice("acc_1", "ntc_1", now, { detail_type: "webhook.paused", detail: {} });
    if (!("put" in notice)) throw new Error("A notice is put.");
    const event = { ...keys.event("acc_1", "evt_1"), bus: BUS_MARKERS.events };
    const others = [keys.event("acc_1", "evt_0"), keys.message("acc_1", "msg_1"), keys.instance("inst_1")];
    for (const Item of [notice.put, event, ...others]) await documents.send(new PutCommand({ TableName: TABLE, Item }));
    for (const { pk, sk } of [notice.put, event]) {
      await documents.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }));
    }
    return sortKeys(await aws.stream.next(10)).sort();
  };

  test("are new events and notices, and nothing else of what it writes", async () => {
    expect(await stored(true)).toEqual(["evt_1", "ntc_1"]);
  });

  test("are notices alone when customers' events are not for the bus", async () => {
    expect(await stored(false)).toEqual(["ntc_1"]);
  });

  test("goes by EVENTS_TO_BUS, off when it says nothing", () => {
    expect(readSettings({}).eventsToBus).toBe(false);
    expect(readSettings({ EVENTS_TO_BUS: "1" }).eventsToBus).toBe(true);
    expect(() => readSettings({ EVENTS_TO_BUS: "no" })).toThrow("EVENTS_TO_BUS must be 0 or 1");
  });
});

describe("the stream's function", () => {
  test("is called with what waits and with what comes, each once when nothing fails", async () => {
    const { stream, put } = await startFollowed();
    for (const sk of ["1", "2", "3"]) await put(sk);
    const seen: unknown[] = [];
    const reader = reading(stream, async (event) => {
      seen.push(...placesOf(event));
      return { batchItemFailures: [] };
    });
    await expect.poll(() => reader.isBusy()).toBe(false);
    await put("4");
    await expect.poll(() => reader.isBusy()).toBe(false);
    expect(seen).toEqual(["1", "2", "3", "4"]);
  });

  test("that names a record gets it again with all behind it, and none of those before it", async () => {
    const { stream, put } = await startFollowed();
    for (const sk of ["1", "2", "3"]) await put(sk);
    const calls: unknown[] = [];
    const reader = reading(stream, async (event) => {
      calls.push(placesOf(event));
      const failed = calls.length === 1 ? event.Records[1] : undefined;
      return { batchItemFailures: failed ? [{ itemIdentifier: failed.dynamodb.SequenceNumber }] : [] };
    });
    await expect.poll(() => reader.isBusy()).toBe(false);
    expect(calls).toEqual([
      ["1", "2", "3"],
      ["2", "3"],
    ]);
  });

  test("that throws gets half of the batch next", async () => {
    const { stream, put } = await startFollowed();
    for (const sk of ["1", "2", "3", "4"]) await put(sk);
    const calls: unknown[] = [];
    const reader = reading(stream, async (event) => {
      calls.push(placesOf(event));
      if (calls.length === 1) throw new Error("out of memory");
      return { batchItemFailures: [] };
    });
    await expect.poll(() => reader.isBusy()).toBe(false);
    expect(calls).toEqual([
      ["1", "2", "3", "4"],
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  test("that had not answered when its process ended gets the same in the next one", async () => {
    const dataDir = temporaryFolder();
    const first = await startFollowed([NEW_IN_A], dataDir);
    await first.put("1");
    let called = false;
    const reader = readStream({
      stream: first.stream,
      batchSize: 10,
      warn: () => {},
      handler: () => {
        called = true;
        return new Promise(() => {});
      },
    });
    await expect.poll(() => called).toBe(true);
    await reader.stop(0);
    await first.aws.stop();

    const { aws } = await startAws({ dataDir });
    await aws.stream.follow(TABLE, [NEW_IN_A]);
    const seen: unknown[] = [];
    const again = reading(aws.stream, async (event) => {
      seen.push(...placesOf(event));
      return { batchItemFailures: [] };
    });
    await expect.poll(() => again.isBusy()).toBe(false);
    expect(seen).toEqual(["1"]);
  });
});

const WRITERS = 4;
const KILLED_AFTER = 60;

test("after kill -9 between the commit and the function, every item in the table is in the stream, and no other", async () => {
  const dataDir = temporaryFolder();
  const child = spawn(process.execPath, [`${import.meta.dirname}/stream-child.ts`, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const exit = once(child, "exit");
  const killed = clientsOf({ env: JSON.parse(String(line)) });
  const acknowledged: string[] = [];
  // Each step is a single transaction, like the one for an event and its lane row.
  const write = async (writer: number) => {
    for (let step = 1; ; step++) {
      const sk = `${writer}-${String(step).padStart(5, "0")}`;
      const TransactItems = ["a", "lane"].map((pk) => ({ Put: { TableName: TABLE, Item: { pk, sk } } }));
      await killed.documents.send(new TransactWriteCommand({ TransactItems }));
      acknowledged.push(sk);
      if (acknowledged.length === KILLED_AFTER) child.kill("SIGKILL");
    }
  };
  await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await exit;
  killed.destroy();

  const { aws, documents } = await startAws({ dataDir });
  const answer = await documents.send(
    new QueryCommand({
      TableName: TABLE,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": "a" },
    }),
  );
  const stored = (answer.Items ?? []).map(({ sk }) => String(sk));
  expect(stored).toEqual(expect.arrayContaining(acknowledged));
  const told: string[] = [];
  const reader = reading(aws.stream, async ({ Records }) => {
    for (const { dynamodb } of Records) if (dynamodb.Keys.pk?.S === "a") told.push(String(dynamodb.Keys.sk?.S));
    return { batchItemFailures: [] };
  });
  await expect.poll(() => reader.isBusy()).toBe(false);
  expect([...told].sort()).toEqual(stored);
  // Each writer's items appear in the order in which that writer committed them.
  for (let writer = 0; writer < WRITERS; writer++) {
    const own = told.filter((sk) => sk.startsWith(`${writer}-`));
    expect(own).toEqual([...own].sort());
  }
});
