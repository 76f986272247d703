import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutRuleCommand,
  PutTargetsCommand,
} from "@aws-sdk/client-eventbridge";
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventBridgeBus } from "../../core/aws/event-bus.ts";
import { BUS_SOURCE_NOTICES, NOTICE_TYPES, NOTIFY_ADMINS_PATTERN } from "../../core/contracts/bus-events.ts";
import type { BusEntry } from "../../core/ports.ts";
import { fileMail } from "../../functions/file-mail.ts";
import { mailNotices } from "../../functions/workers/notify-admins.ts";
import { type Emulators, startEmulators } from "../../local/aws/emulators.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { runningClock } from "../support/test-clock.ts";
import { webhookWorld } from "../support/webhook-world.ts";

const BUS = "gateway";
const AT = new Date("2026-11-20T09:30:00Z");
const entry = (detail: string, detailType = "message.received", source = "messaging-gateway"): BusEntry => ({
  source,
  detail_type: detailType,
  detail,
  at: AT,
});

let aws: Emulators;
let sqs: SQSClient;
let queueUrl: string;

beforeAll(async () => {
  aws = await startEmulators({ clock: runningClock(), dataDir: null });
  Object.assign(process.env, aws.env);
  const bridge = new EventBridgeClient({});
  sqs = new SQSClient({});
  await bridge.send(new CreateEventBusCommand({ Name: BUS }));
  queueUrl = (await sqs.send(new CreateQueueCommand({ QueueName: "notify-admins" }))).QueueUrl ?? "";
  const about = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ["QueueArn"] }));
  const rule = { Name: "notify-admins", EventBusName: BUS };
  await bridge.send(new PutRuleCommand({ ...rule, EventPattern: JSON.stringify(NOTIFY_ADMINS_PATTERN) }));
  const target = { Id: "queue", Arn: about.Attributes?.QueueArn ?? "" };
  await bridge.send(new PutTargetsCommand({ Rule: rule.Name, EventBusName: BUS, Targets: [target] }));
});
afterAll(() => aws.stop());

describe("the deployment's bus", () => {
  it("takes any number of entries, ten a call, and says of each what became of it", async () => {
    const before = aws.counters().PutEvents ?? 0;
    const entries = Array.from({ length: 23 }, (_, n) => entry(JSON.stringify({ n })));

    expect(await eventBridgeBus(BUS).put(entries)).toEqual(entries.map(() => null));

    expect((aws.counters().PutEvents ?? 0) - before).toBe(3);
  });

  it("splits calls by size, and does not send what is larger than a call", async () => {
    const large = (kib: number) => entry(JSON.stringify({ text: "x".repeat(kib * 1024) }));

    expect(await eventBridgeBus(BUS).put([large(150), large(300), large(150), entry("{}")])).toEqual([
      null,
      "TOO_LARGE",
      null,
      null,
    ]);
  });

  it("that can't be reached on the way is not asked on: what it took is known, the rest has the reason", async () => {
    let asked = 0;
    const fail = (action: string) => (action === "PutEvents" && ++asked > 1 ? ("throttle" as const) : null);
    const shaky = await startEmulators({ clock: runningClock(), dataDir: null, faults: { fail } });
    Object.assign(process.env, shaky.env);
    const bridge = new EventBridgeClient({});
    await bridge.send(new CreateEventBusCommand({ Name: BUS }));
    const entries = Array.from({ length: 25 }, (_, n) => entry(JSON.stringify({ n })));

    const answers = await eventBridgeBus(BUS).put(entries);

    Object.assign(process.env, aws.env);
    await shaky.stop();
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => null));
    expect(answers.slice(10)).toEqual(Array.from({ length: 15 }, () => "ThrottlingException"));
    // The client itself attempted the second call three times. The third call was never sent.
    expect(asked).toBe(1 + 3);
  });

  it("says which entry it refuses, and takes the others", async () => {
    expect(await eventBridgeBus(BUS).put([entry("no json"), entry("{}")])).toEqual([expect.any(String), null]);
  });
});

describe("a paused webhook's notice", () => {
  it("reaches the mail function by the rule, and nothing else does", async () => {
    const detail = {
      id: "ntc_1",
      account_id: "acc_1",
      owner: "account",
      url_host: "hooks.example.com",
      failing_since: "2026-11-19T09:30:00+00:00",
      paused_at: "2026-11-20T09:30:00+00:00",
    };
    const notice = entry(JSON.stringify(detail), NOTICE_TYPES.webhookPaused, BUS_SOURCE_NOTICES);
    await eventBridgeBus(BUS).put([entry("{}"), notice, entry("{}", "webhook.paused")]);

    const received = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }));
    expect(received.Messages).toHaveLength(1);
    const folder = passingFolder("mail-test-");
    const record = { messageId: "m", body: received.Messages?.[0]?.Body ?? "" } as SQSRecord; // the parts it reads
    const world = webhookWorld();
    const outcome = await mailNotices({ ...world.deps, mail: fileMail(folder) }, { Records: [record] });

    expect(outcome).toEqual({ batchItemFailures: [] });
    expect(readdirSync(folder)).toEqual(["ntc_1.eml"]);
    expect(readFileSync(join(folder, "ntc_1.eml"), "utf8")).toContain("Subject: =?UTF-8?B?");
    rmSync(folder, { recursive: true });
  });
});
