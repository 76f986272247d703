import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dynamoTable } from "../../../core/aws/dynamo-table.ts";
import { eventually } from "../../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { inbox, linkNumber } from "../../support/linked-number.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

const SHOP = "15550001041";
const ANA = "15550001042";
const BEN = "15550001043";

type Otp = Record<"id" | "status" | "code" | "link", string>;

describe("OTPs through HTTP and on simulated phones", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let receiver: Receiver;
  let instance: string;
  /** Every answer from the API. */
  const answers: string[] = [];
  beforeAll(async () => {
    [gateway, receiver] = await Promise.all([startGateway(folder.path), startReceiver()]);
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    await gateway.sandbox("POST", "/phones", { phone: BEN, name: "Ben" });
    instance = (await linkNumber(gateway, SHOP)).id;
    await gateway.api("PATCH", "/v1/webhook", { url: receiver.url });
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  async function ask(method: string, path: string, body?: unknown) {
    const answer = await gateway.api<{ data: Otp; code?: string; attempts_left?: number }>(method, path, body);
    answers.push(JSON.stringify(answer.body ?? null));
    return answer;
  }
  const create = async (body: Record<string, unknown>) =>
    (await ask("POST", "/v1/otps", { instance_id: instance, brand: "Tea House", ...body })).body.data;
  const statusOf = async (id: string) => (await ask("GET", `/v1/otps/${id}`)).body.data.status;
  const posts = () => receiver.requests.map(({ body }) => body).join("\n");

  /** Returns the code shown on a phone. */
  const shownTo = (phone: string) =>
    eventually("the code on the phone", async () => {
      const texts = (await inbox(gateway, phone)).map((message) => String(message.text));
      return /\*\u2068?(\d{8})\u2069?\*/.exec(texts.join("\n"))?.[1] ?? null;
    });

  it("a link's code that its person sends completes it, whose number is told", async () => {
    const made = await create({ channel: "link", phone: BEN });
    expect(made.link).toContain(`https://wa.me/${SHOP}?text=`);
    const text = new URL(made.link).searchParams.get("text");
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text });
    await gateway.sandbox("POST", `/phones/${BEN}/messages`, { to: SHOP, text });
    await eventually("the OTP to be verified", async () => (await statusOf(made.id)) === "verified");
    await eventually("its event", () => posts().includes('"otp.completed"') && posts().includes(made.id));
  });

  it("a code goes to its person, is checked, and stands nowhere but on their phone", async () => {
    const made = await create({ channel: "code", phone: ANA, code_length: 8 });
    expect([made.status, made.code]).toEqual(["pending", null]);
    const code = await shownTo(ANA);
    const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, "0");

    const refused = await ask("POST", `/v1/otps/${made.id}/check`, { code: wrong });
    expect([refused.status, refused.body.code, refused.body.attempts_left]).toEqual([422, "wrong_code", 4]);
    expect((await ask("POST", `/v1/otps/${made.id}/check`, { code })).status).toBe(200);
    expect((await ask("POST", `/v1/otps/${made.id}/check`, { code })).status).toBe(409);
    await eventually("its event", () => posts().includes(made.id));
    await ask("GET", `/v1/messages?instance_id=${instance}`);
    await ask("GET", `/v1/instances/${instance}/chats/${ANA}/history`);
    await ask("GET", "/v1/events");
    const table = await tableText();
    await gateway.stop();

    const places = { table, answers: answers.join("\n"), posts: posts(), log: gateway.output(), files: filesText() };
    for (const text of [places.table, places.answers]) expect(text.includes("••••••••")).toBe(true);
    // Digits within a longer number or name aren't a code.
    const shown = new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`);
    expect(Object.entries(places).flatMap(([place, text]) => (shown.test(text) ? [place] : []))).toEqual([]);
  });

  /** Returns all table items as the gateway reads them, with their bytes as text. */
  async function tableText(): Promise<string> {
    Object.assign(process.env, gateway.awsEnv);
    const { TABLE_NAME = "" } = gateway.awsEnv;
    const client = new DynamoDBClient({});
    const table = dynamoTable(TABLE_NAME);
    const plain = (_: string, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;
    const texts: string[] = [];
    for await (const page of paginateScan({ client }, { TableName: TABLE_NAME, ProjectionExpression: "pk, sk" })) {
      const places = (page.Items ?? []).map(({ pk, sk }) => ({ pk: pk?.S ?? "", sk: sk?.S ?? "" }));
      const items = await Promise.all(places.map((place) => table.get(place)));
      texts.push(...items.map((item) => JSON.stringify(item, plain)));
    }
    table.close();
    client.destroy();
    return texts.join("\n");
  }

  /** Returns every file of the gateway; what the simulated messenger keeps for its phones isn't the gateway's. */
  function filesText(): string {
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true });
    const own = files.filter((file) => file.isFile() && !file.parentPath.startsWith(join(folder.path, "network")));
    expect(own.length).toBeGreaterThan(1);
    return own.map((file) => readFileSync(join(file.parentPath, file.name), "latin1")).join("\n");
  }
});
