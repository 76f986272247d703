import { rmSync } from "node:fs";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { KMSClient } from "@aws-sdk/client-kms";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { onTestFinished } from "vitest";
import { type Emulators, startEmulators } from "../../local/aws/emulators.ts";
import type { MovableClock } from "../../local/machine/clock.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { runningClock } from "../support/test-clock.ts";

export const TABLE = "things";

/** Starts emulators, with ordinary clients. They are stopped after the test. */
export async function startAws(options: Partial<Parameters<typeof startEmulators>[0]> = {}) {
  const clock = options.clock ?? runningClock();
  const aws = await startEmulators({ clock, dataDir: null, ...options });
  const clients = clientsOf(aws);
  onTestFinished(async () => {
    clients.destroy();
    await aws.stop();
  });
  return { aws, clock, ...clients };
}

/** Creates clients for one run of the emulators, configured only by its `env`. */
export function clientsOf(aws: Pick<Emulators, "env">) {
  const config = {
    endpoint: aws.env.AWS_ENDPOINT_URL ?? "",
    region: aws.env.AWS_REGION ?? "",
    credentials: {
      accessKeyId: aws.env.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: aws.env.AWS_SECRET_ACCESS_KEY ?? "",
    },
    maxAttempts: 1,
  };
  const dynamo = new DynamoDBClient(config);
  const documents = DynamoDBDocumentClient.from(dynamo);
  const sqs = new SQSClient(config);
  const scheduler = new SchedulerClient(config);
  const bus = new EventBridgeClient(config);
  const kms = new KMSClient(config);
  return {
    config,
    dynamo,
    documents,
    sqs,
    scheduler,
    bus,
    kms,
    destroy() {
      for (const client of [dynamo, sqs, scheduler, bus, kms]) client.destroy();
    },
  };
}

/** Creates a table with the string keys `pk` and `sk`, and the keys-only index `due` on `gsi1pk` and `gsi1sk`. */
export async function createThings(dynamo: DynamoDBClient) {
  const names = ["pk", "sk", "gsi1pk", "gsi1sk"];
  return dynamo.send(
    new CreateTableCommand({
      TableName: TABLE,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: names.map((name) => ({ AttributeName: name, AttributeType: "S" as const })),
      KeySchema: keySchema("pk", "sk"),
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
      GlobalSecondaryIndexes: [
        { IndexName: "due", KeySchema: keySchema("gsi1pk", "gsi1sk"), Projection: { ProjectionType: "KEYS_ONLY" } },
      ],
    }),
  );
}

function keySchema(pk: string, sk: string) {
  return [
    { AttributeName: pk, KeyType: "HASH" as const },
    { AttributeName: sk, KeyType: "RANGE" as const },
  ];
}

/** Creates a queue and returns its address and ARN. */
export async function createQueue(sqs: SQSClient, name: string, attributes: Record<string, string> = {}) {
  const { QueueUrl: url = "" } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
  const about = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["QueueArn"] }));
  return { url, arn: about.Attributes?.QueueArn ?? "" };
}

/** Receives up to ten messages with all their attributes. */
export async function receive(sqs: SQSClient, url: string, more: { waitSec?: number; visibilitySec?: number } = {}) {
  const answer = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: more.waitSec ?? 0,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
      ...(more.visibilitySec !== undefined && { VisibilityTimeout: more.visibilitySec }),
    }),
  );
  return answer.Messages ?? [];
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = passingFolder("local-aws-");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a time that is later on the given clock. */
export function after(clock: MovableClock, ms: number): Date {
  return new Date(clock.now().getTime() + ms);
}
