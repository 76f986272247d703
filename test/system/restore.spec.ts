import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
} from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutRuleCommand, PutTargetsCommand } from "@aws-sdk/client-eventbridge";
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUS_SOURCE_EVENTS } from "../../core/contracts/bus-events.ts";
import { keyIdOf } from "../../local/aws/rights/callers.ts";
import { RESTORE_ROLE } from "../../local/system/rights/roles-of.ts";
import { eventually } from "../support/eventually.ts";
import { ended, type Gateway, spawnGateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus, inbox, linkNumber } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";

const SHOP = "5511988880000";
const ANA = "5511977770001";
const TABLE = "gateway";
const RESTORED = "gateway-restored";

type Json = Record<string, unknown>;
interface Prepared {
  found: string[];
  done: string[];
  existingTable: { streamArn: string; keyArn: string | null };
}

/** Follows the steps in docs/deployment.md, section Restore, on the embedded services. */
describe("a restore, step by step", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let shop: string;
  const waiting = ["First of the night", "Second of the night"];

  const clientOf = ({ awsEnv: env }: Gateway) => ({
    endpoint: String(env.AWS_ENDPOINT_URL),
    region: String(env.AWS_REGION),
    credentials: { accessKeyId: String(env.AWS_ACCESS_KEY_ID), secretAccessKey: String(env.AWS_SECRET_ACCESS_KEY) },
  });
  const send = async (text: string, more: Json = {}) => {
    const answer = await gateway.api("POST", "/v1/messages", { instance_id: shop, to: ANA, text, ...more });
    expect(answer.status).toBe(202);
  };
  const shown = async (text: string) => (await inbox(gateway, ANA)).filter((message) => message.text === text).length;
  async function prepare(): Promise<{ printed: Prepared; told: string }> {
    const AWS_ACCESS_KEY_ID = keyIdOf(String(gateway.awsEnv.AWS_ACCESS_KEY_ID), RESTORE_ROLE);
    const env = { ...process.env, ...gateway.awsEnv, AWS_ACCESS_KEY_ID };
    const { stdout, stderr } = await runAdmin(["table", "prepare", "--table", RESTORED], env);
    return { printed: JSON.parse(stdout) as Prepared, told: stderr };
  }

  beforeAll(async () => {
    gateway = await startGateway(folder.path);
    ({ id: shop } = await linkNumber(gateway, SHOP));
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Are you open?" });
    await eventually("her message", async () => {
      const { body } = await gateway.api<{ data: Json[] }>("GET", "/v1/messages?direction=in");
      return body.data.length > 0;
    });
    await send("Yes, until six");
    await eventually("the answer", async () => (await shown("Yes, until six")) === 1);
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("no session runs while the table is set back: what is accepted meanwhile waits", async () => {
    await gateway.api("POST", `/v1/instances/${shop}/stop`);
    await eventually("the number to be stopped", () => hasStatus(gateway, shop, "stopped"));
    for (const text of waiting) await send(text);
    await send("In an hour", { send_at: new Date((await gateway.now()).getTime() + 3_600_000).toISOString() });
  });

  it("the table is restored, and a gateway refuses it as long as it is not prepared", async () => {
    const dynamo = new DynamoDBClient(clientOf(gateway));
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }; // as the data stack has it
    await dynamo.send(new UpdateContinuousBackupsCommand({ TableName: TABLE, PointInTimeRecoverySpecification }));
    const names = { SourceTableName: TABLE, TargetTableName: RESTORED };
    await dynamo.send(new RestoreTableToPointInTimeCommand({ ...names, UseLatestRestorableTime: true }));
    dynamo.destroy();
    await gateway.stop();

    const { child, output } = spawnGateway(folder.path, { EXISTING_TABLE: RESTORED, EVENTS_TO_BUS: "1" });
    await ended(child);
    expect(child.exitCode).toBe(1);
    expect(output()).toMatch(/restored but not prepared.*admin -- table prepare --table gateway-restored/);
  });

  it("it is prepared, and preparing it again changes nothing", async () => {
    gateway = await startGateway(folder.path);

    const first = await prepare();
    expect(first.printed.done).toEqual(
      expect.arrayContaining([
        "deletion protection",
        "stream of new images",
        "expiry by ttl",
        "point-in-time recovery",
      ]),
    );
    expect(first.printed.existingTable.streamArn).toContain(`table/${RESTORED}/stream/`);
    expect(first.told).toContain("stream of new images: done.");
    const second = await prepare();
    expect(second.printed).toEqual({ ...first.printed, found: expect.anything(), done: [] });
    await gateway.killEverything();
  });

  it("the gateway goes on with it: what was accepted is sent, once", async () => {
    gateway = await startGateway(folder.path, { EXISTING_TABLE: RESTORED, EVENTS_TO_BUS: "1" });
    expect(gateway.awsEnv.TABLE_NAME).toBe(RESTORED);
    await gateway.api("POST", `/v1/instances/${shop}/start`);
    await eventually("the number to work without a new scan", () => hasStatus(gateway, shop, "working"));

    await eventually("all that waited", async () =>
      (await Promise.all(waiting.map(shown))).every((times) => times > 0),
    );
    await gateway.sandbox("POST", "/clock", { advance_seconds: 3_660 });
    await eventually("the scheduled one", async () => (await shown("In an hour")) > 0);
    for (const text of [...waiting, "In an hour", "Yes, until six"]) expect(await shown(text)).toBe(1);
  });

  it("events flow again, to customers and by the new stream to the bus", async () => {
    const client = clientOf(gateway);
    const sqs = new SQSClient(client);
    const bridge = new EventBridgeClient(client);
    const { QueueUrl = "" } = await sqs.send(new CreateQueueCommand({ QueueName: "operator" }));
    const wanted = { QueueUrl, AttributeNames: ["QueueArn" as const] };
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand(wanted));
    const rule = { EventBusName: String(gateway.awsEnv.EVENT_BUS_NAME) };
    const EventPattern = JSON.stringify({ source: [BUS_SOURCE_EVENTS] });
    await bridge.send(new PutRuleCommand({ ...rule, Name: "operator", EventPattern }));
    const Targets = [{ Id: "queue", Arn: Attributes?.QueueArn ?? "" }];
    await bridge.send(new PutTargetsCommand({ ...rule, Rule: "operator", Targets }));

    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "Thank you" });
    await eventually("the event on the bus", async () => {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
      return Messages.some(({ Body = "" }) => Body.includes("Thank you"));
    });
    const { body } = await gateway.api<{ data: { type: string }[] }>("GET", "/v1/events?types=message.received");
    expect(body.data.length).toBeGreaterThanOrEqual(1);
    for (const one of [sqs, bridge]) one.destroy();
  });

  it("it is not left again by a start that does not name it", async () => {
    await gateway.stop();
    gateway = await startGateway(folder.path);

    expect(gateway.awsEnv.TABLE_NAME).toBe(RESTORED);
    expect(JSON.parse(readFileSync(join(folder.path, "state.json"), "utf8"))).toMatchObject({
      restored_table: RESTORED,
    });
  });
});
