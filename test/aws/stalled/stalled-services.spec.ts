import { SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { awsClient } from "../../../core/aws/aws-client.ts";
import { deadLetters } from "../../../core/aws/dead-letters.ts";
import { dynamoTable } from "../../../core/aws/dynamo-table.ts";
import { eventBridgeBus } from "../../../core/aws/event-bus.ts";
import { kmsVault } from "../../../core/aws/kms-vault.ts";
import * as REQUEST_LIMITS from "../../../core/aws/request-limits.ts";
import { s3Media } from "../../../core/aws/s3-media.ts";
import { s3SmallMedia } from "../../../core/aws/s3-small-media.ts";
import { sqsWakeups } from "../../../core/aws/wakeups.ts";
import { createLog } from "../../../core/log.ts";
import { endpointLane } from "../../../core/store/lane-names.ts";
import { sesMail } from "../../../functions/ses-mail.ts";
import { sqsShardQueues } from "../../../session-service/fleet/shard-queues.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { stillClock } from "../../support/test-clock.ts";
import { neverAccepts, neverAnswers, type Stalled, stopsMidAnswer } from "./servers.ts";

/** The real limits divided by 250, so a second becomes four milliseconds. */
vi.mock(import("../../../core/aws/request-limits.ts"), async (original) => {
  const scaled = (limits: object) =>
    Object.entries(limits).map(([name, value]) => [name, name.endsWith("Ms") ? value / 250 : value]);
  const uses = Object.entries(await original()).map(([use, limits]) => [use, Object.fromEntries(scaled(limits))]);
  return Object.fromEntries(uses);
});

const clock = stillClock();
const later = (sec: number) => new Date(clock.now().getTime() + sec * 1_000);
const PDF = { mimetype: "application/pdf", filename: null, maxBytes: 20_000_000 };

/** The requests that each client makes. If a client returns an error instead of throwing it, the request throws it. */
const REQUESTS: Record<string, () => Promise<unknown>> = {
  "the table, reading": () => dynamoTable("t").get({ pk: "A", sk: "1" }),
  "the table, in a transaction": () => dynamoTable("t").transact([{ put: { pk: "A", sk: "1" } }]),
  "the sessions' table": () => dynamoTable("t", { limits: REQUEST_LIMITS.sessionTable }).query({ pk: "A", limit: 1 }),
  "a heartbeat": () => dynamoTable("t", { limits: REQUEST_LIMITS.beats }).write({ put: { pk: "A", sk: "1" } }),
  "the queue of wake-ups": () => wakeups().wake(endpointLane("acc_1", "account"), clock.now()),
  "the scheduler": () => wakeups().wake(endpointLane("acc_1", "account"), later(3_600)),
  "waiting for wake-ups": () =>
    sqsShardQueues(awsClient(SQSClient, REQUEST_LIMITS.longPoll), `${address()}/shard-`).receive(
      1,
      new AbortController().signal,
    ),
  "dead letters": () => deadLetters("").list(),
  "KMS, making a key": () =>
    kmsVault({ log: createLog("test", "silent"), table: new MemoryTable(), clock, kmsKeyId: "k" }).seal(
      { account_id: "acc_1" },
      "place",
      Buffer.from("x"),
    ),
  "KMS, opening a key": async () => {
    const table = new MemoryTable();
    await table.write({ put: { pk: "ACC#acc_1", sk: "DATAKEY", wrapped: Buffer.from("wrapped") } });
    const sealed = Buffer.alloc(40);
    return kmsVault({ log: createLog("test", "silent"), table, clock, kmsKeyId: "k" }).open(
      { account_id: "acc_1" },
      "place",
      sealed,
    );
  },
  "a small file of a session": () => s3Media({ bucket: "b" }).put("k", Buffer.alloc(100), PDF),
  "a file of a session in one request": () => s3Media({ bucket: "b" }).put("k", Buffer.alloc(4_000_000), PDF),
  "a file of a session in parts": () => s3Media({ bucket: "b" }).put("k", Buffer.alloc(6_000_000), PDF),
  "reading a file": async () => {
    for await (const _ of (await s3Media({ bucket: "b" }).get("k")) ?? []);
  },
  "removing a file": () => s3Media({ bucket: "b" }).remove("k"),
  "the bus": async () => {
    const entry = { source: "s", detail_type: "t", detail: "{}", at: clock.now() };
    const [answer] = await eventBridgeBus("bus").put([entry]);
    if (answer) throw Object.assign(new Error("The bus was not reached."), { name: answer });
  },
  mail: () =>
    sesMail("a@example.com").send({ id: "m", to: ["b@example.com"], subject: "s", text: "t", at: clock.now() }),
};

/** Requests that only read the headers of the response. */
const OF_HEADERS: typeof REQUESTS = {
  "a file of a request": () => s3SmallMedia({ bucket: "b" }, clock).put("k", Buffer.alloc(100_000), PDF),
  "whether a file is there": () => s3SmallMedia({ bucket: "b" }, clock).has("k"),
};

/** Requests to a queue are sent to the queue's own address. */
const address = () => process.env.AWS_ENDPOINT_URL;

const wakeups = () =>
  sqsWakeups(
    {
      endpointQueueUrl: `${address()}/endpoints`,
      endpointQueueArn: "arn:endpoints",
      chatQueueUrl: `${address()}/chats`,
      chatQueueArn: "arn:chats",
      shardQueueUrlPrefix: `${address()}/shard-`,
      shardQueueArnPrefix: "arn:shard-",
      shardCount: 4,
      queueCount: 2,
      schedulerRoleArn: "arn:role",
      scheduleGroup: "lanes",
    },
    clock,
  );

describe.each([
  { what: "never takes a connection", open: neverAccepts, requests: { ...REQUESTS, ...OF_HEADERS } },
  { what: "never answers", open: neverAnswers, requests: { ...REQUESTS, ...OF_HEADERS } },
  { what: "stops in the middle of its answer", open: stopsMidAnswer, requests: REQUESTS },
])("a service that $what", ({ open, requests }) => {
  let service: Stalled;
  beforeAll(async () => {
    service = await open();
    vi.stubEnv("AWS_ENDPOINT_URL", service.url);
    vi.stubEnv("AWS_REGION", "eu-central-1");
    vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.stop();
  });

  it.concurrent.each(Object.entries(requests))("is given up: %s", async (_, request) => {
    const failure = await request().then(
      () => "an answer",
      (error: Error) => (error.cause instanceof Error ? error.cause.name : error.name),
    );
    expect(failure).toBe("TimeoutError");
  });
});
