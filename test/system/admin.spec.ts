import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GetQueueAttributesCommand, GetQueueUrlCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { hasStatus, linkNumber } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";

const OWN_PHONE = "5511988880000";
const PERSON = "5511999990001";

type Json = Record<string, unknown>;

describe("npm run admin against the local gateway", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1" });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  /** Runs a command the way the operator does. @returns its output. */
  async function admin<T = Json>(line: string): Promise<T> {
    const { TABLE_NAME: _none, ...env } = process.env;
    const { stdout } = await runAdmin(line.split(" "), { ...env, DATA_DIR: folder.path });
    return JSON.parse(stdout) as T;
  }
  const as = (key: unknown) => ({ authorization: `Bearer ${key}` });

  it("opens an account on trial with a key; after seven days of the gateway's clock its sends are refused", async () => {
    const account = await admin("account create --name Shop --plan trial --email ops@shop.example");
    const { key, id: keyId } = await admin(`key create --kind full --account ${account.id}`);
    const created = await gateway.api<{ data: Json }>("POST", "/v1/instances", { name: "Shop" }, as(key));
    expect(created.status).toBe(201);
    const body = { instance_id: created.body.data.id, to: PERSON, text: "Hello" };
    expect((await gateway.api("POST", "/v1/messages", body, as(key))).status).toBe(202);
    expect((await gateway.api("POST", "/v1/instances", { name: "Two" }, as(key))).body).toMatchObject({
      code: "plan_limit",
    });

    const usage = { instances: { used: 1, of: 1 }, messages_today: { used: 1, of: 100 } };
    expect(await admin(`account show --account ${account.id}`)).toMatchObject({
      contact_email: "ops@shop.example",
      usage,
    });
    expect(await admin(`key list --account ${account.id}`)).toMatchObject([
      { id: keyId, last_used_at: expect.any(String), last_used_from: expect.stringContaining("127.0.0.1") },
    ]);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 7 * 86_400 });
    const refused = await gateway.api("POST", "/v1/messages", body, as(key));
    expect(refused).toMatchObject({ status: 403, body: { code: "plan_limit" } });
    expect((await gateway.api("GET", "/v1/messages", undefined, as(key))).status).toBe(200);
    await admin(`plan set --account ${account.id} --plan growth`);
    expect((await gateway.api("POST", "/v1/messages", body, as(key))).status).toBe(202);
    await admin(`key revoke --key ${keyId} --account ${account.id}`);
    expect((await gateway.api("GET", "/v1/messages", undefined, as(key))).status).toBe(401);
  });

  it("suspends an account: keys refused, numbers offline; resumed, they receive what was written meanwhile", async () => {
    await gateway.sandbox("POST", "/phones", { phone: PERSON, name: "Ana" });
    const { id } = await linkNumber(gateway, OWN_PHONE);
    const { account_id: own } = JSON.parse(readFileSync(join(folder.path, "gateway.json"), "utf8")) as Json;
    const list = () => gateway.api<{ code?: string }>("GET", "/v1/instances");

    expect(await admin(`account suspend --account ${own}`)).toEqual({ id: own, status: "suspended" });
    expect(await list()).toMatchObject({ status: 403, body: { code: "account_suspended" } });
    // If nothing else has woken the instance's lane, the sweep does once the clock shows that it is overdue.
    await gateway.sandbox("POST", "/clock", { advance_seconds: 180 });
    const shown = async () =>
      (await admin<{ instances: Json[] }>(`account show --account ${own}`)).instances[0]?.status;
    await eventually("the instance to be offline", async () => (await shown()) === "stopped", 60_000);
    const sent = { to: OWN_PHONE, text: "Anybody there?" };
    await gateway.sandbox("POST", `/phones/${PERSON}/messages`, sent);
    await admin(`account resume --account ${own}`);
    await gateway.sandbox("POST", "/clock", { advance_seconds: 180 });

    await eventually("the instance to work again", () => hasStatus(gateway, id, "working"));
    const events = await eventually("what was written meanwhile", async () => {
      const { body } = await gateway.api<{ data: { type: string; data: Json }[] }>("GET", "/v1/events");
      return body.data.some(({ data }) => data.body === sent.text) ? body.data : null;
    });
    const statuses = events.filter(({ type }) => type === "instance.status").map(({ data }) => data.status);
    expect(statuses).toContain("stopped");
    expect(statuses.at(-1)).toBe("working");
    const log = await gateway.api<{ data: Json[] }>("GET", "/v1/activity?action=account.suspended");
    expect(log.body.data).toMatchObject([{ by: "operator", instance_id: null }]);
  });

  it("shows a message by its id as the table holds it, unpacked, without its words", async () => {
    const { body } = await gateway.api<{ data: Json[] }>("GET", "/v1/messages");
    const message = body.data.find(({ body }) => body === "Anybody there?");

    const { id, type, status, phone, created_at } = message ?? {};
    expect(await admin(`message show ${id}`)).toMatchObject({
      ...{
        id,
        type,
        status,
        created_at,
        body: "<text of 14 characters>",
        phone: `<text of ${PERSON.length} characters>`,
      },
      hidden: expect.arrayContaining(["body", "phone"]),
    });
    expect(await admin(`message show ${id} --with-contents`)).toMatchObject({ body: message?.body, phone });
  });

  it("moves dead letters back to the queues they came from", async () => {
    const { aws_env: aws } = JSON.parse(readFileSync(join(folder.path, "gateway.json"), "utf8")) as {
      aws_env: Record<string, string>;
    };
    const sqs = new SQSClient({
      endpoint: String(aws.AWS_ENDPOINT_URL),
      region: "us-east-1",
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    });
    const urlOf = async (name: string) => (await sqs.send(new GetQueueUrlCommand({ QueueName: name }))).QueueUrl ?? "";
    const held = async (url: string) => {
      const asked = { QueueUrl: url, AttributeNames: ["ApproximateNumberOfMessages" as const] };
      return Number((await sqs.send(new GetQueueAttributesCommand(asked))).Attributes?.ApproximateNumberOfMessages);
    };
    const deadLetterQueue = await urlOf("endpoint-lanes-dead-letters");
    const lane = JSON.stringify({ lane: "ACC#acc_01JD3X4Y5Z6A7B8C9D0E1F2G3H#HOOK#account#LANE" });
    for (let n = 0; n < 3; n++)
      await sqs.send(new SendMessageCommand({ QueueUrl: deadLetterQueue, MessageBody: lane }));

    expect(await admin<Json[]>("dead-letters list")).toEqual([
      { queue: "chat-lanes-dead-letters", messages: 0 },
      { queue: "endpoint-lanes-dead-letters", messages: 3 },
      { queue: "notify-admins-dead-letters", messages: 0 },
      { queue: "shard-dead-letters", messages: 0 },
    ]);
    expect(await admin<Json[]>("dead-letters redrive --queue endpoint-lanes-dead-letters")).toEqual([
      { queue: "endpoint-lanes-dead-letters", moved: 3, left: 0 },
    ]);
    expect(await held(deadLetterQueue)).toBe(0);
    sqs.destroy();
    await expect(admin("dead-letters redrive --queue nothing")).rejects.toThrow(/no dead-letter queue nothing/);
  });
});
