import { readdirSync, readFileSync, renameSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { filesWith } from "../support/files-with.ts";
import { ended, type Gateway, spawnGateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { verifyWebhook } from "../support/verify-webhook.ts";

const [SHOP, ANA] = ["5511988880000", "5511977770001"];
const FOR_TEAM = { PUBLIC_URL: "https://gw.example.com", ALLOW_PRIVATE_WEBHOOKS: "1", SANDBOX_PORT: "0" };
const SIGNED_IN = { PANEL: "1" };

/** Tests a machine that used to serve only its owner and now starts serving a team: its keys leave the data folder. */
describe("the first start with PUBLIC_URL on an older data folder", () => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const keyFile = `${dataDir}.key`;
  /** Every key and secret that the folder contained unencrypted. */
  const clear: string[] = [];
  let before: Gateway;
  let gateway: Gateway;
  let receiver: Receiver;
  let webhookSecret: string;
  let instance: string;
  let otp: { id: string; code: string };

  beforeAll(async () => {
    receiver = await startReceiver();
    before = await startGateway(dataDir, SIGNED_IN);
    const secret = await before.api<{ data: { secret: string } }>("POST", "/v1/webhook/secret");
    webhookSecret = secret.body.data.secret;
    await before.api("PATCH", "/v1/webhook", { url: receiver.url });
    await before.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    instance = (await linkNumber(before, SHOP)).id;
    const body = { instance_id: instance, brand: "Tea House", channel: "code", phone: ANA, code_length: 8 };
    const made = await before.api<{ data: { id: string } }>("POST", "/v1/otps", body);
    const code = await eventually("the code on the phone", async () => {
      const texts = (await inbox(before, ANA)).map((message) => String(message.text));
      return /\*\u2068?(\d{8})\u2069?\*/.exec(texts.join("\n"))?.[1] ?? null;
    });
    otp = { id: made.body.data.id, code };
    clear.push(before.apiKey);
    await before.stop();
    clear.push(...kmsKeys());
    gateway = await startGateway(dataDir, { ...FOR_TEAM, ...SIGNED_IN });
  });
  afterAll(async () => {
    await gateway?.stop();
    await receiver?.stop();
    folder.remove();
  });

  /** Returns the embedded KMS's keys in the clear. */
  function kmsKeys(): string[] {
    const database = new DatabaseSync(join(dataDir, "aws/services.sqlite"), { readOnly: true });
    const rows = database.prepare("SELECT value FROM kept WHERE shelf = 'kms-keys'").all();
    database.close();
    return rows.flatMap((row) => (JSON.parse(String(row.value)) as { material?: string }).material ?? []);
  }

  /**
   * Returns the files in the data folder that contain one of these texts, or the bytes that the text encodes as base64.
   */
  function filesWithTexts(texts: readonly string[]): string[] {
    const needles = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, "base64")]);
    return filesWith(dataDir, needles);
  }

  /** Sends a request to the API the way the proxy does, and returns the status. */
  function ask(method: string, path: string, body?: unknown, key = gateway.apiKey): Promise<number> {
    const { hostname, port } = new URL(gateway.baseUrl);
    const headers = {
      host: "gw.example.com",
      "x-forwarded-for": "203.0.113.7",
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
    };
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      });
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Starts a gateway that has to refuse to start. @returns its output. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const { child, output } = spawnGateway(dataDir, env);
    await ended(child);
    expect(child.exitCode).toBe(1);
    return output();
  }

  it("leaves no key in clear in any file, while it runs and afterwards", async () => {
    expect(clear).toHaveLength(2);
    expect(filesWithTexts(clear)).toEqual([]);
    expect(filesWithTexts([readFileSync(keyFile, "base64")])).toEqual([]);
    expect(gateway.output()).toContain(keyFile);
    expect(JSON.parse(readFileSync(join(dataDir, "gateway.json"), "utf8"))).toMatchObject({ api_key: null });
  });

  it("goes on with the number, the webhook's secret and the key that a program has", async () => {
    const texts = ["after the first start", "after the second"];
    for (const text of texts) {
      expect(await ask("POST", "/v1/messages", { instance_id: instance, to: ANA, text }, clear[0])).toBe(202);
      await eventually("the message on the phone", async () =>
        JSON.stringify(await inbox(gateway, ANA)).includes(text),
      );
      const answer = `an answer ${text}`;
      await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: answer });
      const posted = await eventually("its event", () => receiver.requests.find(({ body }) => body.includes(answer)));
      const headers = posted.headers as Record<string, string>;
      expect(verifyWebhook(webhookSecret, posted.body, headers, await gateway.now())).toMatchObject({ data: {} });
      if (text === texts[1]) continue;
      await gateway.stop();
      expect(filesWithTexts(clear)).toEqual([]);
      gateway = await startGateway(dataDir, { ...FOR_TEAM, ...SIGNED_IN });
    }
  });

  it("takes a code that was sent before", async () => {
    expect(await ask("POST", `/v1/otps/${otp.id}/check`, { code: otp.code })).toBe(200);
  });

  it("is the last without the key's file: every later one is refused, and makes none", async () => {
    await gateway.stop();
    renameSync(keyFile, `${keyFile}.away`);
    for (const env of [FOR_TEAM, { WITHOUT_TEAM: "1" }]) {
      expect(await refusal(env)).toContain(`${keyFile} does not exist. Restore it from your copy`);
    }
    expect(readdirSync(folder.path).sort()).toEqual(["data", "data.key.away"]);

    gateway = await startGateway(dataDir, { MASTER_KEY_FILE: `${keyFile}.away`, WITHOUT_TEAM: "1" });
    const { body } = await gateway.api<{ data: { id: string }[] }>("GET", "/v1/instances");
    expect(body.data.map(({ id }) => id)).toEqual([instance]);
  });
});
