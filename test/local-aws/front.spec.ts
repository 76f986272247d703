import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateBackupCommand } from "@aws-sdk/client-dynamodb";
import { ListTagsForResourceCommand } from "@aws-sdk/client-scheduler";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { PutCommand, ScanCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test, vi } from "vitest";
import { startEmulators } from "../../local/aws/emulators.ts";
import { runningClock } from "../support/test-clock.ts";
import { createQueue, createThings, receive, startAws, TABLE, temporaryFolder } from "./support.ts";

test("clients find the emulators by their environment alone", async () => {
  const { aws } = await startAws();
  for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value);
  const sqs = new SQSClient({});
  expect((await createQueue(sqs, "jobs")).arn).toBe("arn:aws:sqs:us-east-1:000000000000:jobs");
  sqs.destroy();
  vi.unstubAllEnvs();
});

test("an action that is not emulated fails with its name, in the answer and in one log line", async () => {
  const lines: string[] = [];
  const log = { info() {}, error() {}, warn: (_fields: unknown, message: string) => void lines.push(message) };
  const { dynamo, scheduler } = await startAws({ log });
  const backup = new CreateBackupCommand({ TableName: TABLE, BackupName: "b" });
  await expect(dynamo.send(backup)).rejects.toThrow("DynamoDB_20120810.CreateBackup is not emulated here.");
  const tags = new ListTagsForResourceCommand({ ResourceArn: "arn" });
  await expect(scheduler.send(tags)).rejects.toThrow("GET /tags/arn is not emulated here.");
  expect(lines).toEqual([
    "DynamoDB_20120810.CreateBackup is not emulated here.",
    "GET /tags/arn is not emulated here.",
  ]);
});

test("requests are counted by action", async () => {
  const { sqs, aws } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  await receive(sqs, url);
  await receive(sqs, url);
  expect(aws.counters()).toEqual({ CreateQueue: 1, GetQueueAttributes: 1, ReceiveMessage: 2 });
});

test("injected faults delay, throttle and bring conflicts, and change nothing", async () => {
  let fault: null | "throttle" | "conflict" = null;
  let delayMs = 0;
  const { dynamo, documents, sqs, aws } = await startAws({ faults: { fail: () => fault, delayMs: () => delayMs } });
  await createThings(dynamo);
  const { url } = await createQueue(sqs, "jobs");
  const put = { TableName: TABLE, Item: { pk: "a", sk: "1" } };
  const transaction = () => documents.send(new TransactWriteCommand({ TransactItems: [{ Put: put }] }));
  const message = new SendMessageCommand({ QueueUrl: url, MessageBody: "a" });

  fault = "throttle";
  await expect(transaction()).rejects.toMatchObject({ name: "ProvisionedThroughputExceededException" });
  await expect(sqs.send(message)).rejects.toMatchObject({ name: "RequestThrottled" });
  fault = "conflict";
  await expect(transaction()).rejects.toMatchObject({ CancellationReasons: [{ Code: "TransactionConflict" }] });
  await expect(documents.send(new PutCommand(put))).rejects.toMatchObject({ name: "TransactionConflictException" });
  fault = null;
  expect(aws.activity().visible).toBe(0);

  delayMs = 60;
  const started = performance.now();
  await sqs.send(message);
  expect(performance.now() - started).toBeGreaterThan(55);
});

test("stopping waits for nobody, also while somebody waits for a message", async () => {
  const { aws, sqs } = await startAws();
  const { url } = await createQueue(sqs, "jobs");
  const waiting = receive(sqs, url, { waitSec: 20 }).catch(() => []);
  await expect.poll(() => aws.counters().ReceiveMessage).toBe(1);
  const started = performance.now();
  await aws.stop();
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await waiting).toEqual([]);
});

test("stopping in the middle of work breaks off the requests and nothing else", async () => {
  const warnings: string[] = [];
  const log = { info() {}, error() {}, warn: (_fields: unknown, message: string) => void warnings.push(message) };
  const { aws, dynamo, documents, sqs } = await startAws({ dataDir: temporaryFolder(), log });
  await createThings(dynamo);
  const { url } = await createQueue(sqs, "jobs");
  const work = Array.from({ length: 50 }, (_, i) => [
    documents.send(new PutCommand({ TableName: TABLE, Item: { pk: "a", sk: String(i) } })),
    documents.send(new ScanCommand({ TableName: TABLE })),
    sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "a" })),
  ]).flat();
  const outcomes = Promise.allSettled(work);
  await expect.poll(() => aws.counters().PutItem, { interval: 1 }).toBeGreaterThan(10);
  await aws.stop();
  await outcomes;
  expect(warnings).toEqual([]);
});

const sentence = (folder: string) =>
  `The data folder ${folder} can't be read. Choose a different DATA_DIR, or remove the folder.`;

test("a broken data folder is refused in one sentence that names it", async () => {
  const clock = runningClock();
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "not a folder");
  await expect(startEmulators({ clock, dataDir: file })).rejects.toThrow(sentence(file));

  const noSqlite = temporaryFolder();
  writeFileSync(join(noSqlite, "services.sqlite"), "no database at all, but long enough to be looked at".repeat(20));
  await expect(startEmulators({ clock, dataDir: noSqlite })).rejects.toThrow(sentence(noSqlite));

  const noTable = temporaryFolder();
  await (await startEmulators({ clock, dataDir: noTable })).stop();
  writeFileSync(join(noTable, "dynamodb", "table.sqlite"), "garbage\n".repeat(200));
  await expect(startEmulators({ clock, dataDir: noTable })).rejects.toThrow(sentence(noTable));

  const fileInside = temporaryFolder();
  mkdirSync(fileInside, { recursive: true });
  writeFileSync(join(fileInside, "dynamodb"), "not a folder");
  await expect(startEmulators({ clock, dataDir: fileInside })).rejects.toThrow(sentence(fileInside));
});

test("a data folder of a version with another table is refused in one sentence that says so", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "dynamodb"));
  writeFileSync(join(folder, "dynamodb", "CURRENT"), "MANIFEST-000002\n");
  await expect(startEmulators({ clock: runningClock(), dataDir: folder })).rejects.toThrow(
    `The data folder ${folder} was written by a different version of the gateway, whose table this version can't read. ` +
      "Choose a different DATA_DIR, or remove the folder.",
  );
});

test("a data folder in use is refused in one sentence that says so", async () => {
  const dataDir = temporaryFolder();
  await startAws({ dataDir });
  await expect(startEmulators({ clock: runningClock(), dataDir })).rejects.toThrow(
    `The data folder ${dataDir} is in use by another running gateway. Stop that gateway, or choose a different DATA_DIR.`,
  );
});
