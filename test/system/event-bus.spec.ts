import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EventBridgeClient, PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BUS_SOURCE_EVENTS } from "../../core/contracts/bus-events.ts";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";

const SHOP = "5511988880000";
const ANA = "5511977770001";

const folder = temporaryFolder();
let gateway: Gateway;
let sqs: SQSClient;
let queueUrl: string;
let account: string;

/** Sets up the operator's own system: a rule on the gateway's bus that targets a queue. */
beforeAll(async () => {
  gateway = await startGateway(folder.path, { EVENTS_TO_BUS: "1" });
  const { aws_env: env, account_id } = JSON.parse(readFileSync(join(folder.path, "gateway.json"), "utf8"));
  const client = {
    endpoint: env.AWS_ENDPOINT_URL,
    region: env.AWS_REGION,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
  };
  account = account_id;
  sqs = new SQSClient(client);
  const bridge = new EventBridgeClient(client);
  queueUrl = (await sqs.send(new CreateQueueCommand({ QueueName: "operator" }))).QueueUrl ?? "";
  const about = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ["QueueArn"] }));
  const bus = { EventBusName: env.EVENT_BUS_NAME };
  const pattern = JSON.stringify({ source: [BUS_SOURCE_EVENTS] });
  await bridge.send(new PutRuleCommand({ ...bus, Name: "operator", EventPattern: pattern }));
  const target = { Id: "queue", Arn: about.Attributes?.QueueArn ?? "" };
  await bridge.send(new PutTargetsCommand({ ...bus, Rule: "operator", Targets: [target] }));
});
afterAll(async () => {
  await gateway?.stop();
  folder.remove();
});

it("the operator's bus gets what a session reports, as polling shows it and with whose it is, without any webhook", async () => {
  const { id: instance } = await linkNumber(gateway, SHOP);
  await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
  await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Hello" });

  const onBus: { "detail-type": string; detail: { id: string; data: Record<string, unknown> } }[] = [];
  await eventually("her message on the bus", async () => {
    const answer = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
    );
    onBus.push(...(answer.Messages ?? []).map(({ Body }) => JSON.parse(Body ?? "")));
    return onBus.some((event) => event["detail-type"] === "message.received");
  });

  const received = onBus.filter((event) => event["detail-type"] === "message.received");
  expect(received).toHaveLength(1);
  expect(received[0]?.detail.data).toMatchObject({ body: "Hello" });
  const polled = await eventually("it in the polled events", async () => {
    const list = await gateway.api<{ data: { id: string }[] }>("GET", "/v1/events");
    return list.body.data.find(({ id }) => id === received[0]?.detail.id);
  });
  expect(received[0]?.detail).toEqual({ ...polled, account_id: account, instance_id: instance });
});
